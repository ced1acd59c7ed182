import type { SourceFile } from './source-file.ts'

/** Each provider of payments by its name, in any spelling. */
const provider = /paystack/gi
/** As people read it. */
const label = /Paystack/g

/** Where each provider has a line: its name, its settings, its place in the composition, and two gates of its posts. */
export const sharedPlaces: readonly string[] = [
	'app/kernel/vocabulary/payments.ts',
	'app/env.server.ts',
	'app/outside-services.server.ts',
	'app/http/csrf.ts',
	'app/http/limit-posts.ts',
]

/** Where a provider's name may stand in code (docs/decisions/145). */
const places: readonly (string | RegExp)[] = [
	...sharedPlaces,
	/^app\/domain\/payments\/paystack\//,
	'app/routes/webhooks.paystack.ts',
	// A stored word.
	'app/kernel/vocabulary/payouts.ts',
	// Its published codes and fees.
	'app/kernel/nigerian-banks.ts',
	'app/domain/payouts/payout-plan.ts',
]

/** Words that customers, shops and the operator read: their texts name it, and the code around them does not. */
const words: readonly string[] = [
	'app/flows/messages/payout-messages.server.ts',
	'app/domain/payments/movement-words.ts',
	'app/domain/payments/receipt.server.ts',
	'app/domain/payments/money-timeline.ts',
	'app/domain/payouts/payout-terms.ts',
	'app/domain/shops/shop-act-words.ts',
	'app/flows/payments/dispute-evidence.server.ts',
	'app/flows/payments/dispute-history.server.ts',
	'app/routes/booking.payment-success/unpaid-page.tsx',
	'app/routes/d.$code/route.tsx',
	'app/routes/kiosk.shop.money._index/money-view.server.ts',
	'app/routes/kiosk.shop.money.$payoutReference.tsx',
	'app/routes/privacy.tsx',
]

/** A second provider is a folder of its own: no more of the app than this is Paystack's. */
export const MOST_PLACES = 25

/** Files of the app that name it, and are none of its places. */
export function providerNamedElsewhere(files: SourceFile[]): string[] {
	return files
		.filter((file) => file.path.startsWith('app/') && isNamedIn(file) && !isPlace(file.path))
		.filter(({ path, text, strings }) => !words.includes(path) || countOf(provider, text) > inTexts(strings))
		.map(({ path }) => `${path} names Paystack`)
}

/** Its places of code; what people read is not counted. */
export function providerPlaces(files: SourceFile[]): string[] {
	return files.filter((file) => isPlace(file.path) && isNamedIn(file)).map(({ path }) => path)
}

/** Places and words that name it no more. */
export function unusedProviderPlaces(files: SourceFile[]): string[] {
	const named = files.filter((file) => file.path.startsWith('app/') && isNamedIn(file))
	return [...places, ...words].flatMap((place) =>
		named.some(({ path }) => isOf(place, path)) ? [] : [`${place} does not name it`],
	)
}

function isPlace(path: string): boolean {
	return places.some((place) => isOf(place, path))
}

function isOf(place: string | RegExp, path: string): boolean {
	return typeof place === 'string' ? place === path : place.test(path)
}

function isNamedIn({ path, text }: SourceFile): boolean {
	return countOf(provider, path) + countOf(provider, text) > 0
}

function inTexts(strings: readonly string[]): number {
	return strings.reduce((count, one) => count + countOf(label, one), 0)
}

function countOf(word: RegExp, text: string): number {
	return [...text.matchAll(word)].length
}
