"""What the pages' forms send."""

from typing import Any

from django import forms

from golem.rest.refusals import Refused


class MoveForm(forms.Form):
    """A typed move: the ply that it answers comes with the page and is never guessed."""

    notation = forms.CharField(max_length=200, strip=True)
    ply = forms.IntegerField(min_value=1)
    note = forms.CharField(max_length=200, required=False)

    def move(self) -> tuple[str, int, str]:
        """Return notation, ply and line of text; raise ``Refused("bad_form")``."""
        if not self.is_valid():
            raise Refused("bad_form", fields=sorted(self.errors))
        values: dict[str, Any] = self.cleaned_data
        return values["notation"], values["ply"], values["note"]
