import type { SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, type AppLoadContext, data } from '@remix-run/cloudflare'
import type * as z from 'zod'
import { type AccessKey, MAX_WRONG_PINS } from '#app/domain/shops/access-key.ts'
import { kioskWords, wrongPinWords } from '#app/domain/shops/kiosk-words.ts'
import type { Wording } from '#app/kernel/action-answer.ts'
import { heldPost, type PinQuestion } from '#app/kernel/held-post.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Outcome } from '#app/kernel/outcome.ts'
import { isFreshProof } from '#app/kernel/proof.ts'
import type { ShopCaller } from '#app/kernel/vocabulary/shops.ts'
import { done, invalid } from './answers.server.ts'
import { isLocked, lockHeader, readKioskCaller, readTouch, touchHeader } from './kiosk-cookies.server.ts'
import { closedKiosk } from './kiosk-guard.server.ts'
import { hashPin, isPin } from './kiosk-pin.server.ts'
import { isOwnerIdle, pinPage, requireOwnersKey } from './owner-guard.server.ts'
import { readForm, requireFormType } from './read-form.server.ts'

/** The route passes the use-case: this floor knows no flow. */
type EnterPin = (
	context: AppLoadContext,
	typed: { keyId: string; door: 'device' | 'owner'; isRight: boolean; newestHash: string; now: Instant },
) => Promise<Outcome<null, { triesLeft: number }>>

/** A post of an owner's page that may be carried out. */
export type OwnerPost<Value> = {
	value: Value
	/** For the page again, with its input. */
	result: SubmissionResult
	key: AccessKey
	caller: ShopCaller
	now: Instant
}

/**
 * Reads an owner's post, or gives the answer to wrong fields. Throws the PIN question, holding the post, where the PIN
 * was not typed for ten minutes. `alwaysAsksPin`: for each post. `asksProof`: the PIN was typed within ten minutes,
 * whatever the use since (S42).
 */
export async function readOwnerPost<Schema extends z.ZodType>(
	{ request, context }: Pick<ActionFunctionArgs, 'request' | 'context'>,
	input: {
		schema: Schema
		enterPin: EnterPin
		read?: (request: Request) => Promise<FormData>
		alwaysAsksPin?: (form: FormData) => boolean
		asksProof?: boolean
	},
) {
	const { schema, enterPin, read = readForm, alwaysAsksPin = () => false, asksProof = false } = input
	requireFormType(request)
	const { caller, key } = await requireOwnerKey({ request, context })
	const form = await read(request)
	const now = context.now()
	const pinAt = await requirePin(
		{ request, context },
		{ caller, key, now, form, isAlways: alwaysAsksPin(form), asksProof },
		enterPin,
	)
	context.response.ownerCookie = touchHeader(context, context.settings.cookieKeys, caller, {
		at: now,
		ownerAt: now,
		pinAt,
		lockCount: key.lockCount,
	})
	const submission = parseWithZod(form, { schema })
	const result = submission.reply({ hideFields: ['pinSecret'] })
	if (submission.status !== 'success') return { ok: false as const, answer: invalid(result) }
	const post = { value: submission.value, result, key, caller, now }
	return { ok: true as const, post: post satisfies OwnerPost<unknown> }
}

async function requireOwnerKey({ request, context }: Pick<ActionFunctionArgs, 'request' | 'context'>) {
	const caller = readKioskCaller(request)
	const key = caller && (await context.shops.accessKeys.keyOf(caller))
	if (!key) throw closedKiosk()
	await requireOwnersKey(key, context)
	return { caller, key }
}

/** Gives when the PIN was typed. */
async function requirePin(
	{ request, context }: Pick<ActionFunctionArgs, 'request' | 'context'>,
	input: {
		caller: ShopCaller
		key: AccessKey
		now: Instant
		form: FormData
		isAlways: boolean
		asksProof: boolean
	},
	enterPin: EnterPin,
): Promise<Instant> {
	const { caller, key, now, form, isAlways, asksProof } = input
	if (key.wrongOwnerPins >= MAX_WRONG_PINS) throw pinPage(request)
	const { cookieKeys } = context.settings
	const touch = readTouch(request, cookieKeys, caller)
	const isDeviceLocked = isLocked(touch, key, now)
	const isIdle = isOwnerIdle(touch, now)
	const isOpen = !isDeviceLocked && !isIdle
	const lacksProof = asksProof && !isFreshProof(touch.pinAt, now)
	if (isOpen && !isAlways && !lacksProof) return touch.pinAt
	const pin = form.get('pinSecret')
	if (typeof pin !== 'string' || pin === '')
		throw askPin(
			!isOpen
				? kioskWords.owner_pin_needed
				: isAlways
					? kioskWords.owner_pin_each_time
					: kioskWords.owner_pin_again,
			form,
		)
	const door = isDeviceLocked ? 'device' : 'owner'
	const entered = await enterPin(context, {
		keyId: key.keyId,
		door,
		isRight: isPin(cookieKeys, caller, pin, key.pinHash),
		newestHash: hashPin(cookieKeys, caller, pin),
		now,
	})
	if (entered.ok) return now
	const { triesLeft } = entered.refusal
	if (triesLeft > 0) throw askPin(wrongPinWords(triesLeft, door), form)
	if (door === 'owner') throw pinPage(request)
	throw await done(context, '/kiosk/closed', { inPlace: true, cookies: [lockHeader(context)] })
}

/** `OwnerBoundary` draws it without the page, which the PIN protects. */
function askPin(words: Wording, form: FormData) {
	const input: PinQuestion = { pinQuestion: words, fields: heldPost(form)?.fields ?? [] }
	return data(input, { status: words.status })
}
