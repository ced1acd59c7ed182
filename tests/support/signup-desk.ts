import { rateLimitSubject } from '#app/domain/identity/secret-token.server.ts'
import { messages } from '#app/flows/lists/messages.server.ts'
import { signUpShop } from '#app/flows/shop/sign-up-shop.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { runOps } from '#scripts/ops/run-ops.ts'
import type { ScratchDatabase } from '#scripts/site/scratch-database.ts'
import { scratchCookieKey } from '#scripts/site/scratch-worker.ts'
import { bookingDeps } from './flow-deps.ts'

/*
 * Shops that want to begin. Nothing here imports vitest, because tests in a browser import this file too.
 */

const origin = 'https://wakati.example'
let formsSoFar = 0

/** A form of its own; what is named is as the test wants it. */
export function signupForm(fields: Partial<Parameters<typeof signUpShop>[1]['signup']> = {}) {
	const number = ++formsSoFar
	return {
		name: `Mama Put ${number}`,
		type: 'salon',
		address: `${number} Herbert Macaulay Way`,
		area: 'Yaba',
		city: 'Lagos',
		phone: `+234803${String(1_000_000 + number)}`,
		email: `owner-${number}@example.com`,
		offer: 'Braids and cuts',
		...fields,
	} as const
}

export type SignupForm = ReturnType<typeof signupForm>

export function createSignupDesk(database: () => ScratchDatabase) {
	const deps = () => bookingDeps(database().url)
	const send = (
		signup: SignupForm,
		{ now, networkKey = null }: { now: Instant; networkKey?: string | null },
	) =>
		signUpShop(deps(), {
			signup,
			emailSubject: rateLimitSubject([scratchCookieKey], signup.email),
			networkKey,
			linkKey: scratchCookieKey,
			now,
		})

	/** The mail that the newest queued message of a kind becomes; null where it is not true any more. */
	async function mailTo(email: string, kind: string, now: Instant) {
		const [message] = await database().rows(
			'SELECT * FROM outbox WHERE kind = ? AND recipient_email = ? ORDER BY rowid DESC LIMIT 1',
			kind,
			email,
		)
		if (!message) throw new Error(`no ${kind} mail to ${email}`)
		const sender = { name: 'Wakati', origin, supportContact: null }
		const composed = await messages
			.find((one) => one.kind === kind)
			?.prepare(
				{ ...deps(), sender, cookieKeys: ['a'.repeat(32), scratchCookieKey] },
				{ ...message, payload: String(message.payload), createdAt: Number(message.created_at) } as never,
				now,
			)
		return composed?.ok ? composed.value.letter : null
	}

	async function tokenTo(email: string, now: Instant): Promise<string> {
		const mail = await mailTo(email, 'shop_signup', now)
		return /confirm\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
	}

	/** The operator's program. */
	async function ops(words: string[], now: Instant) {
		const said: string[] = []
		const exitCode = await runOps([...words, '--json'], {
			env: { DATABASE_URL: database().url, COOKIE_KEYS: scratchCookieKey },
			say: (line) => said.push(line),
			note: () => {},
			now,
		})
		return { exitCode, ...JSON.parse(said[0] ?? '{}') }
	}

	return { deps, send, mailTo, tokenTo, ops }
}
