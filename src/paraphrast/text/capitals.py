"""Capitals: a form is written as its model is."""


def like(model: str, form: str) -> str:
    """Write a form with the capitals of its model.

    >>> like("Кошка", "кошек"), like("ООН", "оон"), like("слон", "слоны")
    ('Кошек', 'ООН', 'слоны')
    """
    if model.isupper() and len(model) > 1:
        return form.upper()
    return form[:1].upper() + form[1:] if model[:1].isupper() else form
