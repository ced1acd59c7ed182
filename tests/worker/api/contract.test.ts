import { readFileSync } from 'node:fs'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { hashSecretToken } from '#app/domain/identity/secret-token.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { MINUTE_MS } from '#app/kernel/instant.ts'
import { openapiDocument } from '#scripts/api/openapi-document.ts'
import { type ApiDesk, addressOf, openApiDesk, shopAlwaysOpen } from '#tests/support/api/api-desk.ts'
import { goodRequests, newAppointment } from '#tests/support/api/good-requests.ts'
import { type ApiAnswer, type ApiRequest, addApiKey, askApi } from '#tests/support/shop-api.ts'
import { addSmallShop, type SmallShop } from '#tests/support/small-shop.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'
import { withTestWorker } from '#tests/support/with-test-worker.ts'

type Schema = Parameters<typeof z.fromJSONSchema>[0]
type Operation = {
	'x-scope': string
	requestBody?: { required: boolean }
	parameters: { name: string; in: string }[]
	responses: Record<string, { 'x-codes'?: string[]; content: Record<string, { schema: Schema }> }>
}
type Document = {
	paths: Record<string, Record<string, Operation>>
	components: Record<string, Record<string, unknown>>
}
const document = openapiDocument() as Document
const operations = Object.entries(resolved(document.paths) as Document['paths']).flatMap(([path, methods]) =>
	Object.entries(methods).map(([method, operation]) => ({
		path,
		operation,
		method: method.toUpperCase(),
		name: `${method.toUpperCase()} ${path}`,
	})),
)

/** With what each reference names in its place. */
function resolved(value: unknown): unknown {
	if (typeof value !== 'object' || value === null) return value
	if (Array.isArray(value)) return value.map(resolved)
	const [, , kind = '', name = ''] = '$ref' in value ? String(value.$ref).split('/') : []
	if (kind === '') return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, resolved(one)]))
	const named = document.components[kind]?.[name]
	expect(named, `${kind} ${name}`).toBeDefined()
	return resolved(named)
}

const database = withTestDatabase()
const worker = withTestWorker(() => database().url)
const now = Date.now()
let shop: SmallShop
let desk: ApiDesk
let keys: { all: string; none: string; otherShop: string }
const sentKeys: string[] = []

beforeAll(async () => {
	desk = await openApiDesk(database(), worker().url)
	shop = desk.shop
	const other = await addSmallShop(database().client, 'rival', shopAlwaysOpen(now))
	keys = {
		all: desk.key,
		none: await addApiKey(database(), shop.id, []),
		otherShop: await addApiKey(database(), other.id),
	}
	sentKeys.push(desk.key)
})

/** Every key has three hundred requests a minute: they are counted anew for each test. */
beforeEach(async () => {
	await database().change(`DELETE FROM rate_limits WHERE kind = 'api-key'`)
})

function ask(request: ApiRequest): Promise<ApiAnswer> {
	if (request.key) sentKeys.push(request.key)
	return askApi(worker().url, request)
}

const codeOf = ({ status, json }: ApiAnswer) => `${status} ${json?.code}`

function expectDeclared(operation: Operation, answer: ApiAnswer): void {
	const declared = operation.responses[String(answer.status)]
	expect(declared, `${answer.status}: ${answer.text}`).toBeDefined()
	if (declared?.['x-codes']) expect(declared['x-codes']).toContain(answer.json.code)
}

test('the document that is served is that of this code, and needs no key', async () => {
	const served = await fetch(`${worker().url}/api/v1/openapi.json`)
	expect(served.headers.get('content-type')).toMatch(/^application\/json/)
	expect(await served.json()).toEqual(JSON.parse(JSON.stringify(document)))
	expect(operations.map(({ name }) => name).sort()).toEqual(Object.keys(goodRequests).sort())
	expect(readFileSync('docs/api.md', 'utf8')).toContain('/api/v1/openapi.json')
	const { externalDocs } = document as unknown as { externalDocs: { url: string } }
	const changes = await fetch(`${worker().url}${externalDocs.url}`)
	expect(changes.headers.get('content-type')).toMatch(/^text\/plain/)
	expect(await changes.text()).toContain('| 26 November 2026 | `GET /free-times`')
})

test('O9: the document gives a number its type, shapes their names, and a change of a visit its own refusals', async () => {
	const { components, paths } = document as unknown as {
		components: Record<string, Record<string, { schema?: object }>>
		paths: Record<string, Record<string, { responses: Record<string, object> }>>
	}
	expect(components.parameters?.Limit?.schema).toMatchObject({ type: 'integer', minimum: 1, maximum: 100 })
	expect(Object.keys(components.schemas ?? {})).toEqual(
		expect.arrayContaining(['Problem', 'Instant', 'Appointment', 'ListedAppointment', 'Service', 'Program']),
	)
	expect(paths['/appointments/{reference}']?.get?.responses['200']).toMatchObject({
		content: { 'application/json': { schema: { $ref: '#/components/schemas/Appointment' } } },
	})
	expect(JSON.stringify(document, null, 2).split('\n').length).toBeLessThan(12_000)
	const confirm = operations.find(({ name }) => name === 'POST /appointments/{reference}/confirm')
	expect(confirm?.operation.responses['409']?.['x-codes']).toEqual([
		...['answer_not_known', 'visit_cancelled', 'visit_missed', 'visit_completed', 'visit_confirmed'],
	])
	for (const [limit, status] of [
		['1', 200],
		['100', 200],
		['101', 400],
		['0', 400],
		['1e1', 400],
	] as const)
		expect((await ask({ key: keys.all, path: `/appointments?limit=${limit}` })).status, limit).toBe(status)
	const unknown = await ask({ key: keys.all, path: '/appointments?nonsense=1' })
	expect(unknown.json.errors[0].parameter).toBe('nonsense')
})

test('S6: a body whose texts are objects that no number comes of is refused, and never 500', async () => {
	const name = JSON.parse('{"length":{"toString":1,"valueOf":1}}')
	const body = { name, service_ids: name, staff_id: name }
	const answer = await ask({ key: keys.all, method: 'POST', path: '/appointments', body })
	expect([answer.status, answer.json.code], answer.text).toEqual([400, 'invalid_request'])
})

describe('each call answers as its document says', () => {
	test.each(operations)('$name', async ({ path, method, name, operation }) => {
		const makeGood = goodRequests[name]
		if (!makeGood) throw new Error(`no good request of ${name}`)
		const good = await makeGood(desk)
		const request = { method, path: addressOf(path, good), body: good.body }
		const refuse = async (change: Partial<ApiRequest>, expected: string) => {
			const answer = await ask({ key: keys.all, ...request, ...change })
			expect(codeOf(answer), answer.text).toBe(expected)
			expect(answer.headers.get('content-type')).toBe('application/problem+json')
			expect(answer.json).toMatchObject({
				status: answer.status,
				type: `urn:wakati:problem:${answer.json.code}`,
			})
			expectDeclared(operation, answer)
			return answer
		}

		// None of these changes anything, so they need not wait for each other.
		const isChange = method !== 'GET'
		const [unscoped, unread, unfit] = await Promise.all([
			refuse({ key: keys.none }, '403 scope_missing'),
			operation.parameters.some((one) => one.in === 'query') &&
				refuse({ path: `${request.path.split('?')[0]}?nonsense=1` }, '400 invalid_request'),
			operation.requestBody && refuse({ body: { nonsense: 1 } }, '400 invalid_request'),
			refuse({ key: null }, '401 key_missing'),
			refuse({ key: `wakati_${'x'.repeat(43)}` }, '401 key_not_known'),
			isChange && refuse({ idempotencyKey: null }, '400 idempotency_key_missing'),
			isChange && refuse({ idempotencyKey: 'short' }, '400 idempotency_key_missing'),
			operation.requestBody && refuse({ body: '{"a":' }, '400 malformed_json'),
			operation.requestBody && refuse({ body: `"${'x'.repeat(70_000)}"` }, '413 body_too_large'),
			operation.requestBody && refuse({ headers: { 'content-type': 'text/plain' } }, '415 not_json'),
		])
		expect(unscoped.json.scope).toBe(operation['x-scope'])
		if (unread) expect(unread.json.errors).toContainEqual(expect.objectContaining({ parameter: 'nonsense' }))
		if (unfit) expect(unfit.json.errors[0].pointer).toMatch(/^#/)
		if (good.path && !good.isOfEveryShop) {
			const foreign = await ask({ ...request, key: keys.otherShop })
			expect(foreign.status, foreign.text).toBe(404)
			expectDeclared(operation, foreign)
			const nobodys = { ...good, path: mapValues(good.path, () => 'nobodys') }
			await refuse({ path: addressOf(path, nobodys) }, `404 ${foreign.json.code}`)
		}

		const idempotencyKey = newId()
		const done = await ask({ key: keys.all, ...request, idempotencyKey })
		expect(done.status, done.text).toBe(operation.responses['201'] ? 201 : 200)
		const { content } = operation.responses[String(done.status)] ?? { content: {} }
		const [[type = '', { schema } = { schema: {} }] = []] = Object.entries(content)
		expect(done.headers.get('content-type')).toContain(type)
		if (type === 'application/json') z.fromJSONSchema(schema).parse(done.json)
		expect(done.headers.get('ratelimit-limit')).toBe('300')
		expect(done.headers.get('cache-control')).toBe('no-store')
		expect(done.headers.get('set-cookie')).toBeNull()
		if (method === 'GET') return
		const again = await ask({ key: keys.all, ...request, idempotencyKey })
		expect([again.status, again.text]).toEqual([done.status, done.text])
		expect(again.headers.get('idempotency-replayed')).toBe('true')
		await refuse({ idempotencyKey, body: { nonsense: 1 } }, '422 idempotency_key_reused')
	})
})

const mapValues = (values: Record<string, string>, map: () => string) =>
	Object.fromEntries(Object.keys(values).map((name) => [name, map()]))

test('O9: an address or a method that is none of ours is told so, as a problem', async () => {
	expect(codeOf(await ask({ path: '/nothing', key: keys.all }))).toBe('404 not_found')
	const wrong = await ask({ method: 'PUT', path: '/appointments', key: keys.all })
	expect(codeOf(wrong)).toBe('405 method_not_allowed')
	expect(wrong.headers.get('allow')).toBe('GET, POST')
	for (const method of ['PROPFIND', 'OPTIONS', 'QUERY']) {
		const unknown = await ask({ method, path: '/appointments', key: keys.all })
		expect([codeOf(unknown), unknown.headers.get('allow')], method).toEqual([
			'405 method_not_allowed',
			'GET, POST',
		])
		expect(unknown.headers.get('content-type')).toBe('application/problem+json')
		expect(codeOf(await ask({ method, path: '/nothing', key: keys.all }))).toBe('404 not_found')
	}
	const { headers } = await ask({ path: '/appointments' })
	expect(headers.get('www-authenticate')).toMatch(/^Bearer/)
})

test('an ended key opens nothing, and a cookie or another site’s page never did', async () => {
	const ended = await addApiKey(database(), shop.id)
	await database().change(
		`UPDATE access_keys SET ended_at = 1, ending = 'revoked' WHERE secret_hash = ?`,
		hashSecretToken(ended.slice('wakati_'.length)),
	)
	expect(codeOf(await ask({ path: '/appointments', key: ended }))).toBe('401 key_not_known')
	const withCookie = { path: '/appointments', headers: { cookie: `kiosk=${keys.all}; session=${keys.all}` } }
	expect(codeOf(await ask(withCookie))).toBe('401 key_missing')
	const elsewhere = {
		method: 'POST',
		path: '/appointments',
		key: keys.all,
		headers: { origin: 'https://a.example' },
	}
	expect((await ask(elsewhere)).status).toBe(403)
})

test('eight repeats at once of one completion complete it once', async () => {
	const path = `/appointments/${await newAppointment(desk)}/complete`
	const idempotencyKey = newId()
	const answers = await Promise.all(
		Array.from({ length: 8 }, () => desk.ask({ method: 'POST', path, idempotencyKey })),
	)
	for (const answer of answers) expect(['200 undefined', '409 answer_not_known']).toContain(codeOf(answer))
	const done = answers.filter(({ status }) => status === 200)
	expect(done.length).toBeGreaterThan(0)
	// One of them did it: each other answer says that it is a repeat.
	expect(
		done.filter(({ headers }) => headers.get('idempotency-replayed') === null).length,
	).toBeLessThanOrEqual(1)
	expect(
		await database().count(
			`SELECT count(*) FROM shop_acts WHERE kind = 'visit_completed' AND subject_id = (
		SELECT id FROM appointments WHERE reference_number = ?)`,
			path.split('/')[2] ?? '',
		),
	).toBe(1)
	// With a key of its own it is another request, and is refused for what it is.
	expect(codeOf(await desk.ask({ method: 'POST', path }))).toBe('409 visit_completed')
})

test('a day is read page by page, to its end', async () => {
	await newAppointment(desk, 10)
	await newAppointment(desk, 10)
	const references: string[] = []
	let cursor = ''
	do {
		const { json } = await desk.ask({ path: `/appointments?limit=5${cursor}` })
		references.push(...json.items.map(({ reference }: { reference: string }) => reference))
		cursor = json.next_cursor === null ? '' : `&cursor=${json.next_cursor}`
	} while (cursor !== '')
	expect(new Set(references).size).toBe(references.length)
	expect(references.length).toBe(await database().count('SELECT count(*) FROM appointments'))
})

test('a key has so many requests in a minute, and is told when they begin again', async () => {
	const key = await addApiKey(database(), shop.id)
	const subject = hashSecretToken(key.slice('wakati_'.length))
	const at = Date.now()
	await database().change(
		`INSERT INTO rate_limits (kind, subject, attempts, last_attempt_at, expires_at) VALUES ('api-key', ?, 299, ?, ?)`,
		subject,
		String(at),
		String(at + MINUTE_MS),
	)
	const last = await askApi(worker().url, { path: '/webhooks', key })
	expect([last.status, last.headers.get('ratelimit-remaining')]).toEqual([200, '0'])
	const refused = await askApi(worker().url, { path: '/webhooks', key })
	expect(codeOf(refused)).toBe('429 too_many_requests')
	expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(30)
})

test('S37: an invented key is read for and writes nothing, however often one is tried', async () => {
	const held = () => database().rows('SELECT kind, subject, attempts FROM rate_limits ORDER BY kind, subject')
	const before = await held()
	const made = worker().lines.length
	const guess = (tried: number) =>
		ask({ path: '/appointments', key: `wakati_${String(tried).padStart(43, 'x')}` })
	for (const tried of Array.from({ length: 70 }, (_, index) => index))
		expect(codeOf(await guess(tried))).toBe('401 key_not_known')
	expect(await held()).toEqual(before)
	const requests = worker().lines.slice(made)
	expect(new Set(requests.map((line) => JSON.parse(line).trips))).toEqual(new Set([1]))
})

test('a read makes two trips to the database, and a change four; the first of a key one more', async () => {
	const reference = await newAppointment(desk, 45)
	const made = worker().lines.length
	const key = await addApiKey(database(), shop.id)
	// That it was seen is marked now and then, after the answer.
	await database().change('UPDATE access_keys SET last_seen_at = ?', String(Date.now()))
	await desk.ask({ path: '/appointments', key })
	await desk.ask({ path: '/appointments' })
	await desk.ask({ method: 'POST', path: `/appointments/${reference}/arrive` })
	const requests = worker()
		.lines.slice(made)
		.filter((line) => line.includes('routes/api.v1.$'))
	expect(requests.map((line) => JSON.parse(line).trips)).toEqual([3, 2, 4])
})

test('S36: the answer that is kept of a new webhook has no secret, and a repeat says it all the same', async () => {
	const request = {
		method: 'POST',
		path: '/webhooks',
		key: keys.all,
		idempotencyKey: newId(),
		body: { url: 'https://till.example/hooks' },
	}
	const made = await ask(request)
	expect([made.status, made.json.secret], made.text).toEqual([201, expect.stringMatching(/^whsec_/)])
	const stored = await database().rows(`SELECT answer_body FROM shop_acts WHERE answer_body LIKE '%whsec%'`)
	expect(stored.length).toBeGreaterThan(0)
	for (const { answer_body } of stored) expect(answer_body).not.toContain(made.json.secret)
	expect((await ask(request)).text).toBe(made.text)
})

test('a key stands in no answer and in no line of the log', () => {
	const log = worker().lines.join('\n')
	for (const key of new Set(sentKeys)) expect(log).not.toContain(key.slice('wakati_'.length))
	expect(log).toContain('"route":"routes/api.v1.$"')
	expect(log).not.toContain('/api/v1/appointments')
})
