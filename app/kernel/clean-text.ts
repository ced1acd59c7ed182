/**
 * Every text from outside passes here (D70): composed (NFC), without halves of characters, controls, bidirectional and
 * invisible marks. On the server alone: older browsers do not compile these patterns.
 */

/** Such a text needs no cleaning. */
const PLAIN = /^[\n\x20-\x7e]*$/

const LINE_END = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g

/**
 * First, as `drawn`, the texts that keep their marks: emoji with joiners, flags of tags, keys, Han and Mongolian
 * variants, letters joined by a mark. Then the marks to remove.
 */
const MARKS =
	/(?<drawn>\p{Extended_Pictographic}[\ufe0e\ufe0f\p{Emoji_Modifier}]*(?:[\u{e0020}-\u{e007e}]+\u{e007f})?(?:\u200d\p{Extended_Pictographic}[\ufe0e\ufe0f\p{Emoji_Modifier}]*)*|[#*0-9]\ufe0f?\u20e3|\p{Script=Han}[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]|\p{Script=Mongolian}[\u180b-\u180d\u180f]|[\p{scx=Adlm}\p{scx=Arab}\p{scx=Beng}\p{scx=Deva}\p{scx=Gujr}\p{scx=Guru}\p{scx=Khmr}\p{scx=Knda}\p{scx=Mlym}\p{scx=Mymr}\p{scx=Nkoo}\p{scx=Orya}\p{scx=Sinh}\p{scx=Syrc}\p{scx=Taml}\p{scx=Telu}][\u200c\u200d](?=\p{L}))|[\p{Default_Ignorable_Code_Point}\p{Cs}\ufff9-\ufffb]|(?![\t\n])\p{Cc}/gu

/** Spaces, and the empty Braille cell. */
const UNSEEN = /^[\s\p{Z}\u2800]*$/u

export function cleanText(text: string): string {
	if (PLAIN.test(text)) return text.trim()
	const cleaned = withoutMarks(text).replaceAll('\t', ' ').trim()
	return UNSEEN.test(cleaned) ? '' : cleaned
}

/** A line end becomes a space. */
export function cleanLine(text: string): string {
	return cleanText(text.replace(LINE_END, ' '))
}

/** As `cleanText`, but keeps tabs and outer spaces: for a line that is printed. */
export function withoutMarks(text: string): string {
	return text.replace(LINE_END, '\n').replace(MARKS, '$<drawn>').normalize('NFC')
}

/** The last character stays whole. */
export function shortenText(text: string, letters: number): string {
	return text.slice(0, letters).replace(/[\ud800-\udbff]$/, '')
}
