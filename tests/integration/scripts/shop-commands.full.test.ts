import { userInfo } from 'node:os'
import { beforeAll, describe, expect, test } from 'vitest'
import { hashSecretToken } from '#app/domain/identity/secret-token.server.ts'
import { tokenOfBearer } from '#app/domain/shops/access-key.ts'
import { purgeExpired } from '#app/flows/jobs/purge-expired.server.ts'
import { messages } from '#app/flows/lists/messages.server.ts'
import { purges } from '#app/flows/lists/purges.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { DAY_MS } from '#app/kernel/instant.ts'
import { opsCommands } from '#scripts/ops/ops-commands.ts'
import { runOps } from '#scripts/ops/run-ops.ts'
import { addSignedInPerson } from '#tests/support/accounts.ts'
import { newGuest } from '#tests/support/booking-desk.ts'
import { bookingDeps } from '#tests/support/flow-deps.ts'
import { addSmallShop, lagos, mondayMorningAt as now, tuesday } from '#tests/support/small-shop.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'

const database = withTestDatabase()
const deps = () => bookingDeps(database().url)
beforeAll(async () => {
	await addSmallShop(database().client, 'ada', { bankAccount: true })
	await addSmallShop(database().client, 'bisi')
	await database().change(
		`UPDATE shops SET email = 'desk@ada.example', slug = 'ada-beauty', external_id = 'A-1' WHERE id = 'ada'`,
	)
})

async function ops(words: string[], env: Record<string, string> = { APP_ORIGIN: 'https://wakati.example' }) {
	const said: string[] = []
	const noted: string[] = []
	const exitCode = await runOps([...words, '--json'], {
		env: { DATABASE_URL: database().url, ...env },
		say: (line) => said.push(line),
		note: (line) => noted.push(line),
		now,
	})
	return { exitCode, noted: noted.join('\n'), ...JSON.parse(said[0] ?? '{}') }
}
const acts = (kind: string) =>
	database().rows('SELECT shop_id, key_id, subject_id, summary FROM shop_acts WHERE kind = ?', kind)
const told = async () =>
	await database().rows(
		`SELECT kind, payload ->> 'change' AS change, recipient_email FROM outbox ORDER BY rowid`,
	)
/** The mail that a queued message becomes. */
async function mailOf(kind: string) {
	const [message] = await database().rows(
		'SELECT * FROM outbox WHERE kind = ? ORDER BY rowid DESC LIMIT 1',
		kind,
	)
	const sender = { name: 'Wakati', origin: 'https://wakati.example', supportContact: null }
	const composed = await messages
		.find((one) => one.kind === kind)
		?.prepare(
			{ ...deps(), sender, cookieKeys: [] },
			{ ...message, payload: String(message?.payload), createdAt: now } as never,
			now,
		)
	if (!composed?.ok) throw new Error('no mail')
	return composed.value.letter
}

test('every command says how it is asked, and answers with 2 when it is asked wrongly', async () => {
	for (const { name, places } of opsCommands) {
		const said: string[] = []
		const asked = { env: {}, say: (line: string) => said.push(line), note: (line: string) => said.push(line) }
		expect(await runOps([...name.split(' '), '--help'], asked)).toBe(0)
		expect(said.pop()).toMatch(new RegExp(`^Usage: npm run ops -- ${name}`))
		expect(await runOps([...name.split(' '), ...places, 'more', '--json'], asked)).toBe(2)
		expect(await runOps([...name.split(' '), ...places, '--nonsense'], asked)).toBe(2)
	}
})

describe('a kiosk link', () => {
	test('opens one device, once, within 24 hours; the shop is told and reads of it', async () => {
		const invited = await ops(['shop', 'invite', 'ada-beauty', '--name', 'Front desk'])
		expect(invited).toMatchObject({
			exitCode: 0,
			shopId: 'ada',
			expiresAt: new Date(now + DAY_MS).toISOString(),
		})
		const link = new URL(invited.link)
		expect(link.origin + link.pathname).toBe('https://wakati.example/kiosk/open')
		const tokenHash = hashSecretToken(link.searchParams.get('link') ?? '')
		const {
			shops: { accessKeys },
			writeBatch,
		} = deps()
		const open = (id: string, at: number) =>
			writeBatch(accessKeys.openLink({ tokenHash, id, secretHash: id, pinHash: 'pin', now: at }))
		await expect(open('late', now + DAY_MS)).rejects.toMatchObject({ rule: 'kiosk_link_used' })
		await open('first', now)
		await expect(open('second', now)).rejects.toMatchObject({ rule: 'kiosk_link_used' })
		expect(await accessKeys.keysOfShop('ada')).toMatchObject([
			{ keyId: 'first', kind: 'kiosk', role: 'desk', name: 'Front desk' },
		])
		expect(await acts('key_issued')).toEqual([
			{ shop_id: 'ada', key_id: null, subject_id: 'ada', summary: 'Link for a kiosk ‘Front desk’' },
		])
		const { subject, text } = await mailOf('shop_key_changed')
		expect(subject).toBe('A new key for your shop was made: Shop ada')
		expect(text).toContain('Front desk')
		expect(text).not.toContain(link.searchParams.get('link'))
	})

	test('S44: is an act that names who made it, and else the user of the system', async () => {
		const env = { APP_ORIGIN: 'https://wakati.example' }
		await ops(['shop', 'invite', 'ada', '--name', 'Named'], { ...env, OPS_NAME: ' Ngozi \u202EOkeke ' })
		await ops(['shop', 'invite', 'ada', '--name', 'Unnamed'], env)
		const made = await database().rows(
			`SELECT operator_name FROM shop_acts WHERE summary IN ('Link for a kiosk ‘Named’', 'Link for a kiosk ‘Unnamed’') ORDER BY summary`,
		)
		expect(made).toEqual([{ operator_name: 'Ngozi Okeke' }, { operator_name: userInfo().username }])
		const [listed] = await deps().shops.shopActs.actsOfShop('ada', { limit: 1, before: null })
		expect(listed).toMatchObject({ keyName: null, operatorName: expect.any(String) })
	})

	test('needs the address of the app and a shop that is there', async () => {
		expect(await ops(['shop', 'invite', 'ada'], {})).toMatchObject({
			exitCode: 1,
			noted: expect.stringContaining('APP_ORIGIN'),
		})
		expect(await ops(['shop', 'invite', 'nobody'])).toMatchObject({ exitCode: 1, refusal: 'shop_not_found' })
		expect(await ops(['shop', 'invite', 'ada', '--name', ' '])).toMatchObject({ exitCode: 2 })
	})
})

test('an API key is shown once, opens its shop with its scopes, and nothing once it is ended', async () => {
	const issued = await ops(['keys', 'issue', 'A-1', '--name', 'Till', '--scopes', 'codes:use, payouts:read'])
	expect(issued).toMatchObject({ exitCode: 0, scopes: ['codes:use', 'payouts:read'] })
	const secret = tokenOfBearer(`Bearer ${issued.key}`) ?? ''
	const caller = { secretHash: hashSecretToken(secret), kind: 'api' as const }
	expect(await deps().shops.accessKeys.keyOf(caller)).toMatchObject({
		keyId: issued.keyId,
		shop: { id: 'ada' },
		scopes: issued.scopes,
	})
	expect(JSON.stringify(await database().rows('SELECT * FROM access_keys, outbox, shop_acts'))).not.toContain(
		secret,
	)
	const listed = await ops(['keys', 'list', 'ada'])
	expect(
		listed.keys.map(({ name, endedAt }: { name: string; endedAt: number | null }) => [name, endedAt]),
	).toContainEqual(['Till', null])
	expect(JSON.stringify(listed)).not.toContain(caller.secretHash)
	// The key of one shop is none of another's.
	expect(await ops(['keys', 'end', 'bisi', issued.keyId])).toMatchObject({
		exitCode: 1,
		refusal: 'key_not_found',
	})
	expect(await ops(['keys', 'end', 'ada', issued.keyId])).toMatchObject({ exitCode: 0, isEnded: true })
	expect(await deps().shops.accessKeys.keyOf(caller)).toBeNull()
	expect(await ops(['keys', 'end', 'ada', issued.keyId])).toMatchObject({ exitCode: 0, isEnded: false })
	expect(await acts('key_ended')).toMatchObject([
		{ shop_id: 'ada', subject_id: issued.keyId, summary: 'Key ‘Till’' },
	])
	expect((await told()).slice(-2)).toEqual([
		{ kind: 'shop_key_changed', change: 'issued', recipient_email: 'desk@ada.example' },
		{ kind: 'shop_key_changed', change: 'ended', recipient_email: 'desk@ada.example' },
	])
	expect((await mailOf('shop_key_changed')).subject).toBe('A key for your shop was ended: Shop ada')
})

test('an id may begin with a hyphen: it is a place, and no option', async () => {
	const keyId = '-cPz4kEoS7mYw2tq0uJx1A'
	const issued = await ops(['keys', 'issue', 'A-1', '--name', '-Till-', '--scopes', 'payouts:read'])
	expect(await database().rows('SELECT name FROM access_keys WHERE id = ?', issued.keyId)).toEqual([
		{ name: '-Till-' },
	])
	await database().change('UPDATE access_keys SET id = ? WHERE id = ?', keyId, issued.keyId)
	expect(await ops(['keys', 'end', 'ada', keyId])).toMatchObject({ exitCode: 0, isEnded: true })
	expect(await ops(['keys', 'end', '-unknown', 'ada'])).not.toMatchObject({ exitCode: 2 })
	expect(await ops(['keys', 'end', 'ada', keyId, '-x'])).toMatchObject({ exitCode: 2 })
	expect(await ops(['keys', 'end', 'ada', keyId, '--unknown'])).toMatchObject({ exitCode: 2 })
})

test('a key without a name, or with a scope that does not exist, is not made', async () => {
	for (const wrong of [
		['--name', 'Till'],
		['--scopes', 'all'],
		['--name', 'Till', '--scopes', 'everything'],
	])
		expect(await ops(['keys', 'issue', 'ada', ...wrong])).toMatchObject({ exitCode: 2 })
})

test('a bank account is changed with --apply, written down, and told to the address that the shop has', async () => {
	const change = [
		'shop',
		'bank-account',
		'ada',
		'--bank',
		'Zenith',
		'--number',
		'1234567890',
		'--holder',
		'Ada Ltd',
	]
	expect(await ops(change)).toMatchObject({ exitCode: 0, isApplied: false })
	expect(await acts('bank_account_changed')).toEqual([])
	expect(await ops([...change, '--apply'])).toMatchObject({ exitCode: 0, isApplied: true })
	expect(await database().rows(`SELECT * FROM shop_bank_accounts WHERE shop_id = 'ada'`)).toEqual([
		{ shop_id: 'ada', bank_name: 'Zenith', account_number: '1234567890', account_name: 'Ada Ltd' },
	])
	expect(await acts('bank_account_changed')).toMatchObject([
		{ key_id: null, summary: 'Zenith, account ending in 7890' },
	])
	const { text } = await mailOf('shop_bank_account_changed')
	expect(text).toContain('Zenith, account ending in 7890')
	expect(text).not.toContain('1234567890')
	expect(
		await ops(['shop', 'bank-account', 'ada', '--bank', 'Zenith', '--number', '12', '--holder', 'Ada']),
	).toMatchObject({
		exitCode: 2,
		noted: expect.stringContaining('ten digits'),
	})
})

test('shops are listed by any of their names', async () => {
	const listed = await ops(['shops', 'list', '--like', 'shop A'])
	expect(listed.shops).toMatchObject([{ id: 'ada', externalId: 'A-1', slug: 'ada-beauty' }])
	expect((await ops(['shops', 'list', '--after', 'ada'])).shops).toMatchObject([{ id: 'bisi' }])
})

test('what a program was told is sent again, to its own shop alone', async () => {
	await database().client.batch([
		`INSERT INTO shop_webhooks (id, shop_id, url, secret, created_at) VALUES ('hook', 'ada', 'https://till.example', 's', 0)`,
		`INSERT INTO shop_deliveries (id, webhook_id, kind, dedupe_key, appointment_id, payload, created_at, next_attempt_at, delivered_at)
			VALUES ('sent', 'hook', 'booked', 'booked:x', 'x', '{}', ${now}, ${now}, ${now})`,
	])
	const replay = (...words: string[]) => ops(['webhooks', 'replay', ...words])
	expect(await replay('ada')).toMatchObject({ exitCode: 2 })
	expect(await replay('ada', '--since', 'yesterday')).toMatchObject({ exitCode: 2 })
	expect(await replay('bisi', '--delivery', 'sent')).toMatchObject({
		exitCode: 1,
		refusal: 'delivery_not_found',
	})
	expect(await replay('ada', '--since', new Date(now).toISOString())).toMatchObject({
		exitCode: 0,
		replayed: 1,
	})
	expect(await database().count('SELECT count(*) FROM shop_deliveries WHERE delivered_at IS NULL')).toBe(1)
})

test('what is over is deleted: links a day after their end, acts after two years, deliveries after 90 days', async () => {
	const { kioskLinks, shopActs, shopDeliveries } = purges
	const daysAgo = (days: number) => now - days * DAY_MS
	const link = (name: string, at: number) =>
		`INSERT INTO kiosk_links (token_hash, shop_id, name, created_at, expires_at) VALUES ('${name}', 'bisi', '', 0, ${at})`
	const act = (id: string, at: number) =>
		`INSERT INTO shop_acts (id, request_id, shop_id, kind, subject_id, summary, acted_at) VALUES ('${id}', '', 'bisi', 'hours_changed', '', '', ${at})`
	const delivery = (id: string, at: number, deliveredAt: string) =>
		`INSERT INTO shop_deliveries (id, webhook_id, kind, dedupe_key, appointment_id, payload, created_at, next_attempt_at, delivered_at)
			VALUES ('${id}', 'hook', 'booked', '${id}', 'x', '{}', ${at}, 0, ${deliveredAt})`
	await database().client.batch([
		...[link('over', daysAgo(1)), link('young', daysAgo(1) + 1)],
		...[act('over', daysAgo(730)), act('young', daysAgo(730) + 1)],
		...[delivery('over', daysAgo(90), '1'), delivery('waits', daysAgo(90), 'NULL')],
	])
	const purged = await purgeExpired(deps(), { kioskLinks, shopActs, shopDeliveries }, now)
	expect(purged).toEqual({ kioskLinks: 1, shopActs: 1, shopDeliveries: 1 })
	expect(await database().rows(`SELECT id FROM shop_acts WHERE shop_id = 'bisi'`)).toEqual([{ id: 'young' }])
	expect(await database().rows(`SELECT token_hash FROM kiosk_links WHERE shop_id = 'bisi'`)).toEqual([
		{ token_hash: 'young' },
	])
})

test('a customer who asked for it is erased, without the password, and nothing of the request stays', async () => {
	const person = await addSignedInPerson(database(), { at: now })
	const rows = () =>
		Promise.all(
			['users WHERE id', 'profiles WHERE id', 'sessions WHERE user_id'].map((where) =>
				database().count(`SELECT count(*) FROM ${where} = ?`, person.userId),
			),
		)
	expect(await ops(['customer', 'erase', person.email])).toMatchObject({
		exitCode: 0,
		isApplied: false,
		lost: [],
	})
	expect(await rows()).toEqual([1, 1, 1])
	expect(await ops(['customer', 'erase', person.email.toUpperCase(), '--apply'])).toMatchObject({
		exitCode: 0,
		isApplied: true,
	})
	expect(await rows()).toEqual([0, 0, 0])
	expect(await ops(['customer', 'erase', person.email, '--apply'])).toMatchObject({
		exitCode: 1,
		refusal: 'account_not_found',
	})
	expect(await ops(['customer', 'erase', 'nobody', '--apply'])).toMatchObject({ exitCode: 2 })
})

test('what was answered to a program about a visit, and why it was cancelled, goes with its customer', async () => {
	const person = await addSignedInPerson(database(), { at: now })
	const appointmentId = await cancelledAppointmentOf(person)
	await database().change(
		`INSERT INTO shop_acts (id, request_id, shop_id, kind, subject_id, summary, acted_at, answer_status, answer_body)
			VALUES (?, 'r', 'ada', 'visit_cancelled', ?, 'WK7-4QMH, cut', ?, 200, '{"customer":"Ada Obi"}')`,
		newId(),
		appointmentId,
		now,
	)
	expect(await ops(['customer', 'erase', person.email, '--apply'])).toMatchObject({ exitCode: 0 })
	expect(
		await database().rows('SELECT answer_body FROM shop_acts WHERE subject_id = ?', appointmentId),
	).toEqual([{ answer_body: '{}' }])
	expect(
		await database().rows('SELECT cancellation_reason FROM appointments WHERE id = ?', appointmentId),
	).toEqual([{ cancellation_reason: '' }])
})

test.each([
	['an e-mail address', 'email'],
	['a phone number, where they gave no e-mail', 'phone'],
	['the number of their booking', 'reference'],
	['the number of a booking that has neither', 'nothing'],
])('S32: a guest who asked for it is erased by %s', async (_, kept) => {
	const guest = await newGuest(deps(), { now }).begin('ada-cut')
	await guest.hold(lagos(tuesday, '12:00'))
	const booked = await guest.book()
	if (!booked.ok) throw new Error('not booked')
	const { appointmentId } = booked.value
	const [appointment] = await database().rows(
		'SELECT reference_number, checkout_id, checkout.client_id, email, phone FROM appointments JOIN checkouts checkout ON checkout.id = checkout_id WHERE appointments.id = ?',
		appointmentId,
	)
	const { reference_number, checkout_id, client_id, email, phone } = appointment ?? {}
	const contact = { email: kept === 'email' || kept === 'reference', phone: kept !== 'nothing' }
	for (const [table, id] of [
		['checkouts', checkout_id],
		['clients', client_id],
	])
		await database().change(
			`UPDATE ${table} SET email = ${contact.email ? 'email' : 'NULL'}, phone = ${contact.phone ? 'phone' : 'NULL'} WHERE id = ?`,
			String(id),
		)
	const who = String(kept === 'email' ? email : kept === 'phone' ? phone : reference_number)
	const named = () =>
		database().rows('SELECT first_name, email, phone FROM checkouts WHERE id = ?', String(checkout_id))

	expect(await ops(['customer', 'erase', who, '--apply'])).toMatchObject({
		exitCode: 1,
		refusal: 'has_appointments_ahead',
	})
	await database().change(
		`UPDATE appointments SET status = 'CANCELLED', cancelled_at = ? WHERE id = ?`,
		now,
		appointmentId,
	)
	const before = await named()
	expect(await ops(['customer', 'erase', who])).toMatchObject({ exitCode: 0, isApplied: false, bookings: 1 })
	expect(await named()).toEqual(before)
	expect(await ops(['customer', 'erase', who, '--apply'])).toMatchObject({ exitCode: 0, isApplied: true })
	expect(await named()).toEqual([{ first_name: 'Former customer', email: null, phone: null }])
	expect(await ops(['customer', 'erase', who, '--apply'])).toMatchObject({
		exitCode: 1,
	})
})

async function cancelledAppointmentOf(person: { userId: string }): Promise<string> {
	const guest = await newGuest(deps(), { now }).begin('ada-cut')
	await guest.hold(lagos(tuesday, '10:00'))
	await guest.book()
	const [appointment] = await database().rows('SELECT id, client_id FROM appointments')
	const appointmentId = String(appointment?.id)
	await database().change(
		`UPDATE appointments SET status = 'CANCELLED', cancelled_at = ?, cancellation_reason = 'Ada is ill' WHERE id = ?`,
		now,
		appointmentId,
	)
	await database().change(
		'UPDATE clients SET user_id = ? WHERE id = ?',
		person.userId,
		String(appointment?.client_id),
	)
	return appointmentId
}

test('a link for the owner opens a device that may change what the shop offers', async () => {
	const invited = await ops(['shop', 'invite', 'bisi', '--owner'])
	expect(invited).toMatchObject({ exitCode: 0, shopId: 'bisi', role: 'owner' })
	const tokenHash = hashSecretToken(new URL(invited.link).searchParams.get('link') ?? '')
	const {
		shops: { accessKeys },
		writeBatch,
	} = deps()
	await writeBatch(
		accessKeys.openLink({ tokenHash, id: 'owners', secretHash: 'owners', pinHash: 'pin', now }),
	)
	expect(await accessKeys.keysOfShop('bisi')).toMatchObject([
		{ keyId: 'owners', kind: 'kiosk', role: 'owner', name: 'Owner' },
	])
})

test('a payout account is shown, set with --apply and stopped, each change written down and mailed', async () => {
	const command = (...words: string[]) =>
		ops(['payout-account', 'bisi', ...words], { COOKIE_KEYS: 'a'.repeat(32) })
	const named = ['--number', '0000001234', '--holder', 'Bisi Ltd']
	expect(await command()).toMatchObject({ exitCode: 0, accounts: [] })
	expect(await command('--bank', '044', ...named)).toMatchObject({ exitCode: 0, isApplied: false })
	expect(await acts('payout_account_changed')).toEqual([])
	expect(await command('--bank', '044', ...named, '--apply')).toMatchObject({
		exitCode: 0,
		isApplied: true,
		account: { lastDigits: '1234', usableAt: new Date(now).toISOString() },
	})
	expect(await command('--bank', '044', ...named, '--apply')).toMatchObject({ exitCode: 0, isApplied: false })
	expect(await command('--bank', '057', ...named, '--apply')).toMatchObject({
		account: { bankName: 'Zenith Bank', usableAt: new Date(now + 2 * DAY_MS).toISOString() },
	})
	expect(await ops(['payout-account', 'bisi', '--bank', '058', ...named, '--apply'])).toMatchObject({
		exitCode: 1,
		noted: expect.stringContaining('COOKIE_KEYS'),
	})
	expect(await command('--stop')).toMatchObject({ exitCode: 0, isApplied: false })
	expect((await command()).accounts).toMatchObject([{ bankCode: '057' }, { bankCode: '044' }])
	expect(await command('--stop', '--apply')).toMatchObject({ exitCode: 0, isApplied: true })
	expect((await command()).accounts).toMatchObject([{ bankCode: '044' }])
	expect(await acts('payout_account_changed')).toHaveLength(2)
	expect(await acts('payout_account_stopped')).toMatchObject([
		{ shop_id: 'bisi', key_id: null, summary: 'Zenith Bank ••••1234' },
	])
	for (const wrong of [
		['--bank', '999', ...named],
		['--bank', '044'],
		['--apply'],
		['--bank', '044', ...named, '--stop'],
	])
		expect(await command(...wrong)).toMatchObject({ exitCode: 2 })
	expect(await command('--bank', '044', '--number', '0000009999')).toMatchObject({
		exitCode: 1,
		refusal: 'account_by_operator',
	})
})
