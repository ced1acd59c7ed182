import { type AppLoadContext, data } from '@remix-run/cloudflare'
import type { AccessKey } from '#app/domain/shops/access-key.ts'
import { kioskWords } from '#app/domain/shops/kiosk-words.ts'
import type { ActionAnswer } from '#app/kernel/action-answer.ts'
import { contentId } from '#app/kernel/id.server.ts'
import type { Outcome } from '#app/kernel/outcome.ts'
import { type HashPurpose, keyedHash } from '#app/kernel/signed.server.ts'
import { done, refusedBy } from './answers.server.ts'
import { actAtKiosk, type KioskAct } from './kiosk-act.server.ts'
import type { OwnerPost } from './owner-post.server.ts'

type Post = OwnerPost<{ act: string }>
type Refusal = keyof typeof kioskWords

/** The route passes the use-case: this floor knows no flow. */
type Made<Found, Offer> = {
	purpose: HashPurpose
	/** The verb, and everything that the secret depends on. */
	action: readonly [verb: string, ...string[]]
	make: (secret: string, by: KioskAct) => Promise<Outcome<unknown, Refusal>>
	/** What the secret still opens; null once it has ended. */
	find: (secret: string) => Promise<Found | null>
	ended: Refusal
	offer: (secret: string, found: Found) => Offer
}

/** Makes a key, a calendar or a device's link, and shows its secret once. Pressed twice, it makes one. */
export async function showMade<Found, Offer>(
	context: AppLoadContext,
	{ key, value: { act: pageAct }, now, result }: Post,
	{ purpose, action, make, find, ended, offer }: Made<Found, Offer>,
	init: ResponseInit = {},
) {
	const secret = await shownSecret(context, purpose, { key, pageAct, action })
	const made = await actAtKiosk(context, { key, pageAct, action, now }, (by) => make(secret, by))
	if (made !== 'act_done_already' && !made.ok) return refusedBy<Offer>(kioskWords[made.refusal], { result })
	const found = await find(secret)
	if (found === null) return refusedBy<Offer>(kioskWords[ended], { result })
	const answer: ActionAnswer<Offer> = { offer: offer(secret, found) }
	return data(answer, init)
}

type Ended = {
	action: readonly [verb: string, id: string]
	run: (by: KioskAct) => Promise<Outcome<unknown, Refusal | 'key_ended'>>
	path: string
	/** What its end means, said on the page. */
	description: string
}

/** Ends a key, a calendar or a link. Ending it again succeeds. */
export async function endAccess<Offer>(
	context: AppLoadContext,
	{ key, value: { act: pageAct }, now, result }: Post,
	{ action, run, path, description }: Ended,
) {
	const ended = await actAtKiosk(context, { key, pageAct, action, now }, run)
	if (ended !== 'act_done_already' && !ended.ok && ended.refusal !== 'key_ended')
		return refusedBy<Offer>(kioskWords[ended.refusal], { result })
	return done(context, path, { flash: { title: 'Ended', description } })
}

/** Made of the page's id and the whole action: a second tap shows the secret again, and nothing stores it. */
async function shownSecret(
	{ settings: { cookieKeys } }: Pick<AppLoadContext, 'settings'>,
	purpose: HashPurpose,
	{ key, pageAct, action }: { key: Pick<AccessKey, 'keyId'>; pageAct: string; action: readonly string[] },
): Promise<string> {
	return keyedHash(
		cookieKeys[0] ?? '',
		purpose,
		await contentId(JSON.stringify([key.keyId, pageAct, ...action])),
	)
}

/** The origin of addresses that are passed on: the app's own where it has one. */
export function handedOnOrigin({ settings, url }: Pick<AppLoadContext, 'settings' | 'url'>): string {
	return settings.appOrigin ?? new URL(url).origin
}
