"""What a changed word asks of its sentence, language by language."""
