import { describe, expect, it } from 'vitest'
import { flashHeader, takeFlash } from '#app/http/flash.server.ts'

const keys = ['a key of more than thirty-two characters']
const message = { title: 'Booking Confirmed!', description: 'Reference WK7-4QMH' }

function nextRequest(setCookie: string): Request {
	return new Request('https://wakati.example/', { headers: { cookie: setCookie.split(';')[0] ?? '' } })
}

describe('A message for the next page', () => {
	it('is shown there, and taken away', async () => {
		const taken = await takeFlash(keys, nextRequest(await flashHeader(keys, message)))
		expect(taken?.flash).toMatchObject(message)
		expect(taken?.clear).toContain('Max-Age=0')
	})

	it('is new each time, so that the same words twice are shown twice', async () => {
		const first = await takeFlash(keys, nextRequest(await flashHeader(keys, message)))
		const second = await takeFlash(keys, nextRequest(await flashHeader(keys, message)))
		expect(first?.flash.id).not.toBe(second?.flash.id)
	})

	it('is ignored when somebody else wrote it, or there is none', async () => {
		const forged = await flashHeader(['another key, as long as the first one was'], message)
		expect(await takeFlash(keys, nextRequest(forged))).toBeNull()
		expect(await takeFlash(keys, new Request('https://wakati.example/'))).toBeNull()
	})

	it('cannot be read by scripts', async () => {
		expect(await flashHeader(keys, message)).toContain('HttpOnly')
	})
})
