import { describe, expect, test } from 'vitest'
import { leavesBookmark, mayReadReplica } from '#app/http/replica-pages.ts'

const ask = (path: string, method = 'GET') => ({ method, url: new URL(path, 'https://wakati.example').href })

describe('by its address', () => {
	test('a link of a mail reads the primary, and the pages after it do not fall behind', () => {
		for (const path of [
			'/booking/reschedule?visit=token',
			'/booking/claim?link=token',
			'/privacy/erase?token=token',
			'/messages/token',
			'/booking/payment-success?reference=1',
			'/booking/payment-success.data?reference=1',
			'/booking/confirmation',
		]) {
			expect([path, mayReadReplica(ask(path)), leavesBookmark(ask(path))]).toEqual([path, false, true])
		}
	})

	test('a page reads as its data do, with or without a slash at its end', () => {
		for (const path of ['/', '/_root.data', '/discover', '/discover.data', '/discover/', '/wallet/recent'])
			expect([path, mayReadReplica(ask(path))]).toEqual([path, true])
		for (const path of ['/settings.data', '/settings/', '/kiosk.data', '/booking/confirmation.data', '/x'])
			expect([path, mayReadReplica(ask(path))]).toEqual([path, false])
	})

	test('a page that leads signed-in customers on leaves a bookmark: the next page has to know them too', () => {
		for (const path of ['/login', '/login.data', '/register', '/forgot-password'])
			expect([path, mayReadReplica(ask(path)), leavesBookmark(ask(path))]).toEqual([path, false, true])
	})

	test('a post reads the primary at every address', () => {
		for (const path of ['/', '/favorites', '/booking/time-selection.data'])
			expect([path, mayReadReplica(ask(path, 'POST')), leavesBookmark(ask(path, 'POST'))]).toEqual([
				path,
				false,
				true,
			])
	})
})
