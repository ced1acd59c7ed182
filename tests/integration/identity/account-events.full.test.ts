import { beforeEach, describe, expect, test } from 'vitest'
import { startExport } from '#app/flows/account/export-customer-data.server.ts'
import { requestPasswordReset, resetPassword } from '#app/flows/account/reset-password.server.ts'
import { endSessions, signIn } from '#app/flows/account/sign-in.server.ts'
import { exportSections } from '#app/flows/lists/export.server.ts'
import { messages } from '#app/flows/lists/messages.server.ts'
import { purges } from '#app/flows/lists/purges.server.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import {
	type AccountDeps,
	accountDeps,
	actorOf,
	addAccount,
	addSession,
	attempt,
	linkKey,
	mailedTokenTo,
	newEmail,
	now,
	password,
} from '#tests/support/accounts.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'

const database = withTestDatabase()
let deps: AccountDeps
beforeEach(() => {
	deps = accountDeps(database().url)
})

const eventsOf = (userId: string) =>
	database().rows(
		'SELECT kind, device_label, times FROM account_events WHERE user_id = ? ORDER BY happened_at, rowid',
		userId,
	)
const kindsOf = async (userId: string) => (await eventsOf(userId)).map(({ kind }) => kind)
const mailsTo = async (email: string) =>
	(await database().rows('SELECT kind FROM outbox WHERE recipient_email = ? ORDER BY rowid', email)).map(
		({ kind }) => kind,
	)
const later = now + 2 * DAY_MS

/** An account that signed up two days ago. */
const oldAccount = () => addAccount(database())

async function signedIn(email: string, changes: Parameters<typeof attempt>[1] = {}) {
	const answer = await signIn(deps, attempt(email, { now: later, ...changes }))
	if (!answer.ok) throw new Error(`refused: ${answer.refusal.code}`)
	return answer.value.token
}

/** The mail of this kind as it would go out. */
async function mailOf(email: string, kind: string, at: number) {
	const [row] = await database().rows(
		'SELECT payload, created_at FROM outbox WHERE recipient_email = ? AND kind = ?',
		email,
		kind,
	)
	const message = { payload: String(row?.payload), createdAt: Number(row?.created_at), chooser: null }
	const prepared = await messages
		.find((one) => one.kind === kind)
		?.prepare(
			{
				...deps,
				sender: { name: 'Wakati', origin: 'https://w.example', supportContact: null },
				cookieKeys: [],
			},
			message,
			at,
		)
	return prepared?.ok ? prepared.value.letter.text : prepared?.refusal
}

describe('S43: a browser that never signed in to the account before', () => {
	test('is told to its owner by mail, with the device, once in an hour', async () => {
		const { userId, email } = await oldAccount()
		await signedIn(email)
		await signedIn(email, { deviceLabel: 'Firefox on Windows', now: later + 1_000 })
		expect(await kindsOf(userId)).toEqual(['new_device', 'new_device'])
		expect(await mailsTo(email)).toEqual(['new_device'])
		expect(await mailOf(email, 'new_device', later)).toContain('with Chrome on Android')
		await signedIn(email, { now: later + HOUR_MS })
		expect(await mailsTo(email)).toEqual(['new_device', 'new_device'])
	})

	test('is no news where it knows the address, or the account by another address', async () => {
		const { userId, email } = await oldAccount()
		await signedIn(email, { knownDeviceSubject: `device:${email}` })
		await signedIn(email, { hasSignedInTo: (id) => id === userId })
		expect(await kindsOf(userId)).toEqual(['signed_in', 'signed_in'])
		expect(await mailsTo(email)).toEqual([])
	})

	test('is no news as the first of an account that has just signed up; the second is', async () => {
		const { userId, email } = await oldAccount()
		await signedIn(email, { now })
		expect(await mailsTo(email)).toEqual([])
		await signedIn(email, { now: now + HOUR_MS })
		expect(await mailsTo(email)).toEqual(['new_device'])
		expect(await kindsOf(userId)).toEqual(['new_device', 'new_device'])
	})

	test('is not told when the account is gone, nor after three days', async () => {
		const { userId, email } = await oldAccount()
		await signedIn(email)
		expect(await mailOf(email, 'new_device', later + 4 * DAY_MS)).toBe('too_old')
		await database().change('DELETE FROM users WHERE id = ?', userId)
		expect(await mailOf(email, 'new_device', later)).toBe('account_gone')
		expect(await eventsOf(userId)).toEqual([])
	})
})

describe('S42: what a person reads of their account', () => {
	test('wrong passwords of one hour are one line, and an unknown address has none', async () => {
		const { userId, email } = await oldAccount()
		for (const typed of ['wrong one', 'wrong two'])
			await signIn(deps, attempt(email, { password: typed, deviceLabel: typed, now: later }))
		await signIn(deps, attempt(email, { password: 'wrong', now: later + HOUR_MS }))
		expect(await eventsOf(userId)).toEqual([
			{ kind: 'wrong_password', device_label: 'wrong two', times: 2 },
			{ kind: 'wrong_password', device_label: 'Chrome on Android', times: 1 },
		])
		const before = await database().rows('SELECT count(*) AS n FROM account_events')
		await signIn(deps, attempt(newEmail(), { password: 'wrong', now: later }))
		expect(await database().rows('SELECT count(*) AS n FROM account_events')).toEqual(before)
	})

	test('a new password is written down and mailed once, by the browser that set it', async () => {
		const { userId, email } = await oldAccount()
		await requestPasswordReset(deps, {
			...{ email, accountSubject: `subject-of-${email}`, networkKey: null, linkKey, now: later },
		})
		const token = await mailedTokenTo(database(), email, 'reset_password')
		const reset = { token, password: 'seven white doves', accountSubjectOf: () => 'x', now: later }
		const answers = await Promise.all([
			resetPassword(deps, { ...reset, deviceLabel: 'Safari on iPhone' }),
			resetPassword(deps, { ...reset, deviceLabel: 'Safari on iPhone' }),
		])
		expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
		expect(await eventsOf(userId)).toEqual([
			{ kind: 'password_changed', device_label: 'Safari on iPhone', times: 1 },
		])
		expect(await mailsTo(email)).toEqual(['reset_password', 'password_changed'])
		expect(await mailOf(email, 'password_changed', later)).toContain('with Safari on iPhone')
	})

	test('devices that they sign out are a line, and none where there is none', async () => {
		const { userId, email } = await oldAccount()
		const actor = actorOf(await signedIn(email, { knownDeviceSubject: 'known' }), later)
		expect(await endSessions(deps, actor, null)).toBe(0)
		await addSession(database(), userId, later)
		expect(await endSessions(deps, actor, null)).toBe(1)
		expect(await kindsOf(userId)).toEqual(['signed_in', 'devices_signed_out'])
	})

	test('all of it is in their data, and is gone after 90 days', async () => {
		const { userId, email } = await oldAccount()
		const actor = actorOf(await signedIn(email, { knownDeviceSubject: 'known' }), later)
		const user = deps.identity.sessions.signedInUser(actor).then((found) => {
			if (!found) throw new Error('nobody')
			return found
		})
		expect(await exportSections.securityEvents?.(deps, { actor, user })).toEqual([
			{ what: 'Signed in', device: 'Chrome on Android', happenedAt: new Date(later).toISOString(), times: 1 },
		])
		for (const [days, left] of [
			[89, 1],
			[91, 0],
		] as const) {
			await deps.writeBatch(purges.accountEvents(deps, later + days * DAY_MS))
			expect(await eventsOf(userId)).toHaveLength(left)
		}
	})
})

describe('S42: a file of all data', () => {
	async function member() {
		const { userId, email } = await oldAccount()
		const token = await signedIn(email, { knownDeviceSubject: 'known' })
		const startAt = async (at: number, typed: string) => {
			const actor = actorOf(token, at)
			const user = await deps.identity.sessions.signedInUser(actor)
			if (!user) throw new Error('nobody')
			return startExport(deps, { actor, user, password: typed, accountSubject: userId })
		}
		return { userId, startAt }
	}

	test('is given within ten minutes of signing in, then for the password, then for ten minutes again', async () => {
		const { userId, startAt } = await member()
		expect(await startAt(later + 9 * MINUTE_MS, '')).toEqual({ ok: true, value: null })
		const wrong = { ok: false, refusal: { code: 'wrong_password' } }
		expect(await startAt(later + 10 * MINUTE_MS, '')).toEqual(wrong)
		expect(await startAt(later + 11 * MINUTE_MS, 'not my password')).toEqual(wrong)
		expect(await startAt(later + 12 * MINUTE_MS, password)).toEqual({ ok: true, value: null })
		expect(await startAt(later + 21 * MINUTE_MS, '')).toEqual({ ok: true, value: null })
		expect(await startAt(later + 22 * MINUTE_MS, '')).toEqual(wrong)
		expect((await kindsOf(userId)).filter((kind) => kind === 'data_exported')).toHaveLength(3)
	})
})
