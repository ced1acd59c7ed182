import { describe, expect, it } from 'vitest'
import { flashHeader, takeFlash } from '#app/http/flash.server.ts'

const keys = ['a key of more than thirty-two characters']
const message = { title: 'Booking Confirmed!', description: 'Reference WK7-4QMH' }

const asked = { url: 'https://wakati.example/booking' }

function nextRequest(setCookie: string): Request {
	return new Request('https://wakati.example/', { headers: { cookie: setCookie.split(';')[0] ?? '' } })
}

describe('A message for the next page', () => {
	it('is shown there, and taken away', () => {
		const taken = takeFlash(nextRequest(flashHeader(asked, keys, message)), keys)
		expect(taken?.flash).toMatchObject(message)
		expect(taken?.clear).toContain('Max-Age=0')
	})

	it('is new each time, so that the same words twice are shown twice', () => {
		const first = takeFlash(nextRequest(flashHeader(asked, keys, message)), keys)
		const second = takeFlash(nextRequest(flashHeader(asked, keys, message)), keys)
		expect(first?.flash.id).not.toBe(second?.flash.id)
	})

	it('is ignored when somebody else wrote it, or there is none', () => {
		const forged = flashHeader(asked, ['another key, as long as the first one was'], message)
		expect(takeFlash(nextRequest(forged), keys)).toBeNull()
		expect(takeFlash(new Request('https://wakati.example/'), keys)).toBeNull()
	})

	it('S6: is out of reach of scripts, of plain http and of other hosts under our domain', () => {
		expect(flashHeader(asked, keys, message)).toMatch(/^__Host-flash=.*; HttpOnly;.*; Secure$/)
	})
})
