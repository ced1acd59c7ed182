import type { AppLoadContext } from '@remix-run/cloudflare'
import { expect, test } from 'vitest'
import { createAnswerByCopy } from '#app/http/answer-by-copy.server.ts'

const page = 'https://wakati.example/discover'
const visitor = { 'accept-language': 'yo', 'user-agent': 'a phone', 'sec-fetch-site': 'cross-site' }

/** Answers by copies of a page that tells its nonce, and what it was asked with. */
function open({ setsCookie = false } = {}) {
	const asked: { headers: Record<string, string>; nonce: string }[] = []
	const answerByCopy = createAnswerByCopy({
		async handle(request, makeContext) {
			const { cspNonce } = await makeContext([])
			asked.push({ headers: Object.fromEntries(request.headers), nonce: cspNonce })
			const headers = {
				'content-type': 'text/html; charset=utf-8',
				...(setsCookie && { 'set-cookie': 'a=b' }),
			}
			return new Response(`<script nonce="${cspNonce}">`, { headers })
		},
		version: '1',
		now: () => 0,
	})
	const answer = (nonce: string, headers: Record<string, string> = visitor, saveData = false) =>
		answerByCopy(
			new Request(page, { headers }),
			{ saveData, settings: { release: '7' }, waitUntil: () => {}, cspNonce: nonce },
			async () => ({ cspNonce: nonce }) as AppLoadContext,
		)
	return { asked, answer }
}

test('a copy is made without anything of its visitor, and each gets it with a nonce of their own', async () => {
	const { asked, answer } = open()
	for (const nonce of ['one', 'two'])
		expect(await (await answer(nonce))?.text()).toBe(`<script nonce="${nonce}">`)
	expect(asked).toEqual([{ headers: { accept: 'text/html' }, nonce: expect.not.stringMatching('one') }])
})

test('who saves data has a copy of their own', async () => {
	const { asked, answer } = open()
	await answer('one')
	await answer('two', visitor, true)
	expect(asked.map(({ headers }) => headers['save-data'])).toEqual([undefined, 'on'])
})

test('a visitor with a cookie, and a page that sets one, have none', async () => {
	const { asked, answer } = open()
	expect(await answer('one', { cookie: 'theme=dark' })).toBeNull()
	expect(asked).toEqual([])
	expect(await open({ setsCookie: true }).answer('one')).toBeNull()
})
