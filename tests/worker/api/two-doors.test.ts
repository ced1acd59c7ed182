import { beforeAll, describe, expect, test } from 'vitest'
import { shopCalls } from '#app/api/shop-calls.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { LoadedPage } from '#scripts/site/browser-like-client.ts'
import { openShopDevice } from '#tests/support/owner-device.ts'
import { zoneAtNoon } from '#tests/support/session-desk.ts'
import { type ApiRequest, addApiKey, askApi } from '#tests/support/shop-api.ts'
import { addSmallShop } from '#tests/support/small-shop.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'
import { withTestWorker } from '#tests/support/with-test-worker.ts'
import { codes } from './two-doors/codes.ts'
import type { DoorDesk, Fields, Twin, Wish } from './two-doors/door-desk.ts'
import { codesNamedBy } from './two-doors/flow-refusals.ts'
import { offers } from './two-doors/offers.ts'
import { promotions } from './two-doors/promotions.ts'
import { rota } from './two-doors/rota.ts'
import { sessions } from './two-doors/sessions.ts'
import { visitActs } from './two-doors/visit-acts.ts'
import { visitEdits } from './two-doors/visit-edits.ts'

/*
 * A program and the page that does the same get the same code and status for a refused act. The page has its own words
 * and keeps what was typed, and nothing is changed.
 */

const twins: Record<string, Twin> = {
	...visitActs,
	...visitEdits,
	...offers,
	...promotions,
	...rota,
	...sessions,
	...codes,
}

/** Calls that no page makes, and why. */
const onlyByPrograms: Record<string, string> = {
	'POST /webhooks': 'a page has no address that is called: the operator sets one up, or the program does',
	'DELETE /webhooks/{webhookId}': 'as above',
	'POST /deliveries/{deliveryId}/replay': 'a delivery is sent to a program, which alone can lose it',
}

const database = withTestDatabase()
const worker = withTestWorker(() => database().url)
const now = Date.now()
let desk: DoorDesk
beforeAll(async () => {
	const plan = {
		zone: zoneAtNoon(now),
		hours: [0, 1440] as [number, number],
		services: { cut: { minutes: 30 }, wash: { minutes: 30, priceKobo: 300_000 } },
	}
	const shop = await addSmallShop(database().client, 'doors', plan)
	const other = await addSmallShop(database().client, 'rival', plan)
	const { url } = worker()
	const key = await addApiKey(database(), shop.id)
	const { browser } = await openShopDevice({ url, database: database() }, shop.id)
	const ask = (request: ApiRequest) => askApi(url, { key, ...request })
	desk = { url, database: database(), shop, other, zone: plan.zone, now, browser, ask, made: new Map() }
})

/** All that the doors could change; counts of attempts, ids of writes and when a key was seen are none of it. */
async function rowsOfAll(): Promise<string[]> {
	const tables = await database().rows(
		`SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT LIKE '%\\_fts%' ESCAPE '\\'
			AND name NOT LIKE 'sqlite%' AND name NOT IN ('rate_limits', 'access_keys', 'write_ids')`,
	)
	const names = tables.map(({ name }) => String(name))
	const read = await database().client.batch(names.map((name) => `SELECT * FROM "${name}"`))
	return read.flatMap(({ rows }, at) => rows.map((row) => `${names[at]} ${JSON.stringify(row)}`))
}

function bodyOf({ typed = {}, sent = {} }: Wish): URLSearchParams {
	const body = new URLSearchParams({ act: newId() })
	for (const [name, value] of Object.entries({ ...typed, ...sent }))
		for (const one of [value].flat()) body.append(name, one)
	return body
}

/** The fields that do not show what was typed into them. A choice that the page does not offer cannot be shown. */
function lostFields(page: LoadedPage, typed: Fields): string[] {
	return Object.entries(typed)
		.filter(([name, value]) => [value].flat().some((one) => !isShown(page, name, one)))
		.map(([name]) => name)
}

function isShown({ document }: LoadedPage, name: string, value: string): boolean {
	const fields = document.querySelectorAll(`[name="${name}"]`)
	const choices = fields.filter((one) => ['radio', 'checkbox'].includes(one.getAttribute('type') ?? ''))
	if (choices.length > 0) {
		const choice = choices.find((one) => one.getAttribute('value') === value)
		return !choice || choice.hasAttribute('checked')
	}
	return fields.some((field) => {
		if (field.tagName === 'TEXTAREA') return field.textContent.replace(/^\n/, '') === value
		if (field.tagName !== 'SELECT')
			return field.getAttribute('type') !== 'hidden' && field.getAttribute('value') === value
		const option = field.querySelectorAll('option').find((one) => one.getAttribute('value') === value)
		return !option || option.hasAttribute('selected')
	})
}

/** Of a row without a page. */
const NO_PAGE = 'Oops! Page not found'

/** What differs from a refusal that is the same at both doors; nothing where it is. */
async function differences(code: string, wish: Wish, words: string): Promise<Record<string, unknown>> {
	await database().change('DELETE FROM rate_limits')
	await wish.atOnce?.()
	const answer = await desk.ask(wish.api)
	const page = await desk.browser.post(wish.page, bodyOf(wish))
	const said = page.document.querySelector('[role="alert"]')?.text.replace(/\s+/g, ' ').trim() ?? page.text
	const expected = {
		code: wish.isUnreadable ? 'invalid_request' : code,
		status: wish.field ? 400 : answer.status,
	}
	const isFormGone = wish.isFormGone || wish.isPageGone
	const lost = isFormGone
		? []
		: lostFields(page, wish.typed ?? {}).filter(
				(name) =>
					!wish.isCarried ||
					page.document.querySelector(`[name="${name}"]`)?.getAttribute('value') !== wish.typed?.[name],
			)
	const isMarked = page.document.querySelector(`[name="${wish.field}"][aria-invalid="true"]`) !== null
	return {
		...(answer.json?.code !== expected.code && { api: `${answer.status} ${answer.text}` }),
		...(page.status !== expected.status && {
			status: `${page.status} on the page, ${answer.status} by the API`,
		}),
		...(wish.field
			? !isMarked && { field: `${wish.field} is not marked: ${said.slice(0, 200)}` }
			: !said.includes(wish.isPageGone ? NO_PAGE : words) && {
					words: `'${words}' is not said: ${said.slice(0, 200)}`,
				}),
		...(isFormGone &&
			page.document.querySelector('main form:not([method="get"])') && { form: 'it is there' }),
		...(lost.length > 0 && { lost }),
	}
}

/** What differs by each code, and what either door has changed. */
async function differencesOf(name: string, { met, words }: Twin): Promise<Record<string, unknown>> {
	const wishes: [code: string, wish: Wish][] = []
	for (const [code, situation] of Object.entries(met)) wishes.push([code, await situation(desk)])
	const before = await rowsOfAll()
	const found: [code: string, differences: object][] = []
	for (const [code, wish] of wishes) {
		expect(`${wish.api.method} ${wish.api.path}`, code).toMatch(patternOf(name))
		found.push([code, await differences(code, wish, words(code))])
	}
	const known = new Set(before)
	const changed = (await rowsOfAll()).filter((row) => !known.delete(row)).concat([...known])
	return {
		...Object.fromEntries(found.filter(([, one]) => Object.keys(one).length > 0)),
		...(changed.length > 0 && { changed }),
	}
}

const patternOf = (name: string) => new RegExp(`^${name.replace(/\{\w+\}/g, '[^/]+')}$`)

const changes = shopCalls
	.filter(({ method }) => method !== 'GET')
	.map((call) => ({
		name: `${call.method} ${call.path}`,
		codes: [...new Set(call.given ?? Object.keys(call.refusals))],
	}))

describe('a refusal is the same for a program and on the page, of', () => {
	test.each(changes.filter(({ name }) => twins[name]))('$name', async ({ name, codes }) => {
		const twin = twins[name]
		if (!twin) return
		const { met, unmet = {} } = twin
		expect([...Object.keys(met), ...Object.keys(unmet)].sort(), 'each declared code once').toEqual(
			codes.sort(),
		)
		expect(await differencesOf(name, twin)).toEqual({})
		expect(codesNamedBy(name).filter((code) => !codes.includes(code))).toEqual([])
	})

	test('every call that changes something, or it has its reason', () => {
		const names = changes.map(({ name }) => name)
		expect(names.filter((name) => !twins[name] && !onlyByPrograms[name])).toEqual([])
		const listed = [...Object.keys(twins), ...Object.keys(onlyByPrograms)]
		expect(listed.filter((name, at) => !names.includes(name) || listed.indexOf(name) !== at)).toEqual([])
	})

	test('with codes that its flow names, which are found', () => {
		expect(codesNamedBy('POST /sessions')).toEqual([
			...['not_found', 'plan_not_on_offer', 'staff_not_found', 'session_not_ahead'],
		])
	})

	test('without a field for an external id, as the reason of those that are not met says', async () => {
		for (const page of ['services/new', 'add-ons/new', 'people/new']) {
			const { html } = await desk.browser.open(`/kiosk/shop/${page}`)
			expect(html).toContain('<form')
			expect(html.toLowerCase()).not.toContain('external')
		}
	})
})
