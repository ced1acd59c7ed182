import { expect, test } from 'vitest'
import { errorTitle } from '#app/ui/error-page.tsx'

test.each([
	['Chromium', new TypeError('Failed to fetch')],
	['Firefox', new TypeError('NetworkError when attempting to fetch resource.')],
	['Safari', new TypeError('Load failed')],
	['Remix, of half an answer', new Error('Unable to decode turbo-stream response from URL: /wallet.data')],
])('L36: a line that breaks is no failure of ours, in the words of %s', (_, error) => {
	expect(errorTitle(error)).toBe('Connection lost')
})

test('a mistake of a page is one', () => {
	expect(errorTitle(new TypeError('Cannot read properties of undefined'))).toBe('Something went wrong')
})
