/** Words for one thing, as shops and customers say it: a search for one finds the others too. */
const synonyms: readonly (readonly string[])[] = [
	['barber', 'barbers', 'barbing', 'barbershop', 'haircut', 'low cut', 'fade', 'beard'],
	['hairdresser', 'hairstylist', 'hair'],
	['braids', 'braiding', 'cornrows'],
	['locs', 'dreads', 'dreadlocks'],
	['manicure', 'nails'],
	['pedicure', 'foot spa'],
	['makeup', 'make-up'],
	['lashes', 'eyelashes'],
	['brows', 'eyebrows'],
	['massage', 'masseuse'],
	['gym', 'fitness', 'workout'],
]

const ofWord = new Map<string, readonly string[]>()
for (const words of synonyms) for (const word of words) ofWord.set(word, words)

/** The word first, then what else it may be called. */
export function withSynonyms(word: string): readonly string[] {
	const typed = word.toLowerCase()
	return [word, ...(ofWord.get(typed) ?? []).filter((other) => other !== typed)]
}
