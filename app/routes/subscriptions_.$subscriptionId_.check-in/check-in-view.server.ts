import type { CheckInSubscription } from '#app/domain/subscriptions/check-in-repository.server.ts'
import { signCheckInToken } from '#app/domain/subscriptions/check-in-token.server.ts'
import { entriesLeftWords, noCheckInWords } from '#app/domain/subscriptions/check-in-words.server.ts'
import { clockLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { qrCode } from '#app/kernel/qr-code.server.ts'

/** The code while it is valid, else what happened to it. */
export async function checkInView(
	held: CheckInSubscription,
	{ checkInKeys, debugTokens }: { checkInKeys: readonly string[] | null; debugTokens: boolean },
	now: Instant,
) {
	const { subscriptionId, title, shop, code } = held
	const page = {
		id: subscriptionId,
		title,
		shopName: shop.name,
		/** Why there is no code. */
		none: noCheckInWords(held, now),
		left: entriesLeftWords(held),
		at: now,
	}
	if (code === null || (code.usedAt === null && code.expiresAt <= now))
		return { ...page, usedAt: null, live: null, debug: null }
	if (code.usedAt !== null)
		return { ...page, usedAt: clockLabelAt(shop.timeZone, code.usedAt), live: null, debug: null }
	const { id: codeId, typedCode, expiresAt } = code
	const token =
		checkInKeys &&
		(await signCheckInToken(checkInKeys, { codeId, subscriptionId, shopId: shop.id, expiresAt }))
	return {
		...page,
		usedAt: null,
		live: {
			qr: token === null ? null : await qrCode(token),
			/** 'WK7 4QM', for reading aloud. */
			typed: `${typedCode.slice(0, 3)} ${typedCode.slice(3)}`,
			leftMs: expiresAt - now,
			until: clockLabelAt(shop.timeZone, expiresAt),
		},
		debug: debugTokens && token !== null ? { token, payload: decodePayload(token) } : null,
	}
}

export type CheckInView = Awaited<ReturnType<typeof checkInView>>

/** The token's payload, decoded for debugging. */
function decodePayload(token: string): string {
	const [, payload = ''] = token.split('.')
	return JSON.stringify(JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))), null, 2)
}
