"""Letters by which a name that is written in one script is known in another."""

TO_LATIN = str.maketrans(
    dict(zip("абвгдеёзийклмнопрстуфхыэ", "abvgdeeziiklmnoprstufhye", strict=True))
    | dict(pair.split(":") for pair in ["ж:zh", "ц:ts", "ч:ch", "ш:sh", "щ:sch", "ю:yu", "я:ya", "ь:", "ъ:"])
)
