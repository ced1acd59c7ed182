import { expect, test } from 'vitest'
import { mayUse } from '#app/domain/shops/may-use.ts'

const onePage = '/kiosk/visits/WK7-4QMH'

test('a person’s device uses what is listed, and nothing else', () => {
	for (const path of ['/kiosk', '/kiosk/fresh', '/kiosk/rota', onePage])
		expect([path, mayUse('person', { path })]).toEqual([path, true])
	for (const path of [
		'/kiosk/',
		'/Kiosk',
		'/kiosk/more',
		'/kiosk/new',
		`${onePage}/edit`,
		`${onePage}/`,
		'/kiosk/shop',
		'',
	])
		expect([path, mayUse('person', { path })]).toEqual([path, false])
})

test('its posts name an intent that is listed for their page', () => {
	const may = (path: string, intent: string | null) => mayUse('person', { path, post: { intent } })
	for (const intent of ['arrive', 'complete', 'complete-unpaid', 'undo'])
		expect([intent, may(onePage, intent)]).toEqual([intent, true])
	for (const intent of ['miss', 'hand-over', 'new', '', null])
		expect([intent, may(onePage, intent)]).toEqual([intent, false])
	expect([may('/kiosk/more', 'lock'), may('/kiosk', 'arrive'), may('/kiosk/block', 'arrive')]).toEqual([
		true,
		false,
		false,
	])
})

test('a desk’s device uses all but the owner’s pages, an owner’s all', () => {
	const path = '/kiosk/shop/services'
	expect([mayUse('desk', { path }), mayUse('owner', { path })]).toEqual([false, true])
	expect(mayUse('owner', { path, post: { intent: null } })).toBe(true)
	expect(mayUse('desk', { path: '/kiosk/shopping', post: { intent: null } })).toBe(true)
})
