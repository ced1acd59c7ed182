import type { Comment } from './comments.ts'
import type { Page } from './documents.ts'
import type { SourceFile } from './source-file.ts'

/** `published`: the files whose names are those of an outside service. */
type Banned = { word: RegExp; use: string; published?: RegExp }

/**
 * Words in names that the glossary does not have, with the glossary's word. Published names stay:
 * columns and codes are written with underscores, and are not looked at.
 */
const bannedWords: readonly Banned[] = [
	{ word: /\bvisit\b/, use: 'appointment' },
	{ word: /\b(past|upcoming|earlier|loyalty|own|shop|booked) visits\b/, use: 'appointments' },
	{ word: /\bdeeds?\b/, use: 'act' },
	{ word: /\blaws?\b/, use: 'constraint' },
	{ word: /\boccasions?\b/, use: 'key, or idempotency key' },
	{ word: /\b(take|takes|taken|took)( \w+)* back\b/, use: 'reverse, or reoccupy' },
	{ word: /\b(give|gives|given|gave)( \w+)* back\b/, use: 'refund, or release' },
	{ word: /\b(met by|met appointments?|refuse met)\b/, use: 'conflict' },
	{ word: /\bsieves?\b/, use: 'rate limit' },
	{ word: /\b(duty|duties|wish|wishes|stand in)\b/, use: 'a word of the glossary' },
	{
		word: /^reference$/,
		use: 'referenceNumber, or paymentReference; of a payout alone: reference',
		// A payout's `reference` is its only name, here, at the bank and at Paystack.
		published:
			/^scripts\/sandbox\/(paystack-|sandbox-(payment|transfer))|^app\/(domain|flows)\/payouts\/|^app\/domain\/payments\/(paystack\/paystack-transfer|provider-(transfer|lists))|^scripts\/ops\/(payouts-|payments-reconcile)/,
	},
	{ word: /^(asked|said|told|meets|look|looked)$/, use: 'the thing itself: input, answer, notice' },
	{ word: /\b(whoever|somebody|nobody|anybody)\b/, use: 'the customer, the guest, the shop, the caller' },
]

/** Names in code with a word that is not the glossary's. */
export function namesOutsideGlossary(files: SourceFile[]): string[] {
	return files
		.filter(({ path }) => !path.startsWith('tests/'))
		.flatMap(({ path, declares }) => {
			const names = [...new Set([...declares, fileNameOf(path)])]
			return names.flatMap((name) =>
				bannedWords
					.filter(({ word, published }) => word.test(wordsOf(name)) && !published?.test(path))
					.map(({ use }) => `${path} has ${name}: ${use}`),
			)
		})
}

function fileNameOf(path: string): string {
	return (path.split('/').at(-1) ?? '').replace(/\..*$/, '')
}

/** 'refuseMet' and 'refuse-met' are 'refuse met'. */
function wordsOf(name: string): string {
	return name.includes('_')
		? name
		: name
				.replace(/([a-z\d])([A-Z])/g, '$1 $2')
				.replaceAll('-', ' ')
				.toLowerCase()
}

/** Words banned from comments and documents, the word instead, and a sentence that breaks the rule. */
export const bannedInProse: readonly { word: RegExp; use: string; breach: string }[] = [
	{ word: /\blaws?\b(?! of the Federation)/i, use: 'constraint, or rule', breach: 'A law of the table.' },
	{ word: /\bdeeds?\b/i, use: 'act', breach: 'The deed of a shop.' },
	{ word: /\boccasions?\b/i, use: 'idempotency key', breach: 'Each occasion is written once.' },
	{ word: /\bsieves?\b/i, use: 'rate limit', breach: 'The sieve counts tries.' },
	{ word: /\bwish(es)?\b/i, use: 'request, or pending favorite', breach: 'A wish waits for sign-in.' },
	{ word: /\b(duty|duties)\b/i, use: 'shift', breach: 'A duty ends at noon.' },
	{ word: /\bstand-ins?\b/i, use: 'sandbox', breach: 'The stand-in of Paystack.' },
	{ word: /\bforeign posts?\b/i, use: 'cross-site request', breach: 'A foreign post is refused.' },
	{ word: /\bfrozen visits?\b/i, use: 'checkout', breach: 'The frozen visit has prices.' },
	{ word: /\bcoming areas?\b/i, use: 'placeholder page', breach: 'A coming area says so.' },
	{ word: /\bretakes?\b/i, use: 'resizeHold', breach: 'The hold retakes its time.' },
	{ word: /\bmet by\b/i, use: 'conflict', breach: 'Visits met by the change.' },
	{
		word: /\b(tak(e|es|en|ing)|took) the ground from\b/i,
		use: 'conflict with',
		breach: 'It takes the ground from a visit.',
	},
	{
		word: /\b(tak(e|es|en|ing)|took)( \w+)? back\b/i,
		use: 'reverse, or reoccupy',
		breach: 'Cashback is taken back.',
	},
	{
		word: /\b(giv(e|es|en|ing)|gave)( it| them| that)? back\b/i,
		use: 'refund, or release',
		breach: 'The use is given back.',
	},
	{
		word: /\b(whoever|somebody|nobody|anybody)\b/i,
		use: 'the customer, the guest, the shop, the caller',
		breach: 'Somebody books it.',
	},
	{ word: /\bthose that\b/i, use: 'their noun', breach: 'Those that ended go.' },
	{ word: /\bso many\b/i, use: 'the number, or its name', breach: 'A hold of so many minutes.' },
]

/** What stands between quotes is a value, not a word of the sentence. */
const withoutQuotes = (text: string) => text.replace(/`[^`\n]*`|(?<!\w)'[^'\n]*'(?!\w)/g, '')

/** Words of comments in code, and of documents, that are banned. */
export function bannedProse(texts: readonly (Comment | Page)[]): string[] {
	return texts.flatMap((one) => {
		const place = 'line' in one ? `${one.path}:${one.line}` : one.path
		// A sentence goes on behind the mark of the next comment line.
		const prose = withoutQuotes(one.text.replace(/\n\s*(\*|\/\/)?\s*/g, ' '))
		return bannedInProse.flatMap(({ word, use }) => {
			const found = word.exec(prose)
			return found ? [`${place} says '${found[0]}': ${use}`] : []
		})
	})
}
