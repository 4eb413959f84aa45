// This program does nothing. It makes one build produce the products that it depends on.
