"""What the drawing of every pitch keeps to, whoever looks at it."""

from golem.play.protocol import Drawing


def check_cells(drawing: Drawing, count: int) -> None:
    """There are so many cells, each of a name of its own; they do not overlap, and lie, as the
    letters do, on the board."""
    assert len(drawing.cells) == count
    assert len({(cell.x, cell.y) for cell in drawing.cells}) == count
    assert len({cell.name for cell in drawing.cells}) == count
    for cell in drawing.cells:
        assert 0 <= cell.x <= drawing.width - cell.width
        assert 0 <= cell.y <= drawing.height - cell.height
    for letter in drawing.letters:
        assert 0 < letter.x < drawing.width
        assert 0 < letter.y < drawing.height


def check_letters(drawing: Drawing) -> None:
    """In line with each cell stand the letters of its name: column above, row beside."""
    for cell in drawing.cells:
        beside = {letter.text for letter in drawing.letters if letter.y == cell.y + 0.5}
        above = {letter.text for letter in drawing.letters if letter.x == cell.x + 0.5}
        assert (above, beside) == ({cell.name[0]}, {cell.name[1]})
