"""Accounts for the staff: no password hashes, no tokens, no sessions."""

from typing import Any

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm
from django.forms import CharField
from django.http import HttpRequest

from accounts.models import User

# The staff logs in where everybody does, under the same limits.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]
ONLY_SUPERUSERS = ("is_staff", "is_superuser", "groups", "user_permissions")


class NewUserForm(AdminUserCreationForm):  # type: ignore[type-arg]
    """A new account, its name taken as it is written."""

    class Meta:
        model = User
        fields = ("username", "email")
        field_classes = {"username": CharField}


@admin.register(User)
class AccountAdmin(UserAdmin):  # type: ignore[type-arg]
    """The list of accounts. Deleting one is no matter of a row: its matches stay."""

    add_form = NewUserForm
    list_display = ("username", "is_bot", "is_active", "is_staff", "date_joined")
    list_filter = ("is_bot", "is_active", "is_staff")
    search_fields = ("username",)
    ordering = ("username",)
    fieldsets = (
        (None, {"fields": ("username", "time_zone", "is_bot", "is_house")}),
        ("Access", {"fields": ("is_active", *ONLY_SUPERUSERS)}),
        ("Dates", {"fields": ("date_joined", "last_login")}),
    )
    add_fieldsets = (
        (None, {"fields": ("username", "email", "usable_password", "password1", "password2")}),
    )
    readonly_fields = ("is_bot", "is_house", "date_joined", "last_login")

    def get_form(
        self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any
    ) -> Any:
        """Return the form, without the part that shows a digest of the password."""
        form = super().get_form(request, obj, change=change, **kwargs)
        form.base_fields.pop("password", None)
        return form

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """Return what may not be changed: rights only by superusers, the house's name by nobody."""
        fixed = [*super().get_readonly_fields(request, obj)]
        if not request.user.is_superuser:
            fixed += ONLY_SUPERUSERS
        if obj is not None and obj.is_house:
            fixed += ["username"]
        return fixed

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Tell whether the row may be changed; a superuser's only by one."""
        above = obj is not None and obj.is_superuser and not request.user.is_superuser
        return super().has_change_permission(request, obj) and not above

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Accounts are never deleted here."""
        return False
