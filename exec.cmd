@rem cmd.exe has no exec. Elsewhere, exec lets the signals that npm passes on reach the program. Here, it only starts it.
@%*
