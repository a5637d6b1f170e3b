/** Apart from the others, because the libraries that draw pictures are awaited while they are loaded. */
import '../../server/cards/typeface.test.ts';
