import type { SourceFile } from './source-file.ts'

/** `published`: the files whose names are those of an outside service. */
type Banned = { word: RegExp; use: string; published?: RegExp }

/**
 * Words that the glossary does not have, in the words of a name, and those that it has instead. Published names stay:
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
		// A payout's own is what the bank and Paystack call it by, and it has no other name.
		published:
			/^scripts\/sandbox\/(paystack-|sandbox-(payment|transfer))|^app\/(domain|flows)\/payouts\/|^app\/domain\/payments\/(paystack\/paystack-transfer|provider-(transfer|lists))|^scripts\/ops\/(payouts-|payments-reconcile)/,
	},
	{ word: /^(asked|said|told|meets|look|looked)$/, use: 'the thing itself: input, answer, notice' },
	{ word: /\b(whoever|somebody|nobody|anybody)\b/, use: 'the customer, the guest, the shop, the caller' },
]

/** Names of code that say a thing by another word than the glossary's. */
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
