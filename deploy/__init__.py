"""How the server is started and checked: `make run`, `make test` and the services they need."""
