import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '#scripts/sandbox/start-sandbox.ts'
import { type Guest, openGuest, stepForm, takeStep, walkTo } from '#scripts/site/browser-guest.ts'
import { openBrowserLikeClient } from '#scripts/site/browser-like-client.ts'
import { scratchReadyzKey, startScratchWorker } from '#scripts/site/scratch-worker.ts'
import { type Site, startSite } from '#scripts/site/site.ts'
import { expectSound } from '#tests/support/auditor.ts'
import { readCalendarByLines } from '#tests/support/calendar-readers.ts'

const appOrigin = 'https://wakati.example'

let sandbox: Sandbox
let site: Site
beforeAll(async () => {
	sandbox = await startSandbox()
	site = await startSite({
		APP_ORIGIN: appOrigin,
		MAIL_API_URL: sandbox.url,
		MAIL_API_KEY: 'key-of-the-provider',
		MAIL_FROM: 'Wakati <hello@wakati.example>',
		MAIL_RATE: '1000',
	})
})
afterAll(async () => {
	await site.close(expectSound)
	await sandbox.close()
})
beforeEach(() => sandbox.mail.setBehaviour('answer'))

const mailTo = (email: string | undefined, about = '') =>
	sandbox.mail.received((mail) => mail.to.includes(email ?? '?') && mail.subject.includes(about))
const mailsTo = ({ details }: Guest) =>
	sandbox.mail.mails.filter(({ to }) => to.includes(details.email ?? '?'))
const referenceOn = (text: string) => /Reference (\w{3}-\w{4})/.exec(text)?.[1] ?? 'no reference'

/** Follows a link of a mail from a browser that was never here before. */
function openLink(text: string) {
	const link = new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? 'about:blank')
	expect(link.origin).toBe(appOrigin)
	return openBrowserLikeClient(site.url).open(`${link.pathname}${link.search}`)
}

test('a guest who has booked gets a mail at once, whose link opens the booking in another browser', async () => {
	const guest = openGuest(site.url)
	const confirmation = await walkTo(guest, 'confirmation')
	const mail = await mailTo(guest.details.email, 'Booking Confirmed!')
	const reference = referenceOn(confirmation.text)
	expect(mail.text).toContain(`Reference: ${reference}`)
	expect(readCalendarByLines(mail.attachments[0]?.text ?? '').properties.METHOD).toBe('PUBLISH')
	const opened = await openLink(mail.text)
	expect(opened.status).toBe(200)
	expect(referenceOn(opened.text)).toBe(reference)
	expect(opened.text).toContain('Booking Confirmed!')
})

test('a cancelled booking is told too', async () => {
	const guest = openGuest(site.url)
	const confirmation = await walkTo(guest, 'confirmation')
	const question = await guest.follow(confirmation, 'a[href*="ask=cancel"]')
	expect((await guest.submit(question, stepForm)).text).toContain('Booking Cancelled')
	const mail = await mailTo(guest.details.email, 'Booking Cancelled')
	expect(mail.text).toContain(referenceOn(confirmation.text))
	expect(readCalendarByLines(mail.attachments[0]?.text ?? '').properties.METHOD).toBe('CANCEL')
})

describe('while the mail provider is down', () => {
	test('a visit is booked as ever, and its mail comes when the provider is back', async () => {
		sandbox.mail.setBehaviour('fail')
		const guest = openGuest(site.url)
		const checkout = await walkTo(guest, 'checkout')
		const asked = sandbox.mail.requested()
		const confirmation = await takeStep(guest, 'checkout', checkout)
		expect(confirmation.text).toContain('Booking Confirmed!')
		await asked
		expect(await site.worker.scheduled()).toBe('ok')
		expect(mailsTo(guest)).toEqual([])

		sandbox.mail.setBehaviour('answer')
		// A minute later.
		await site.database.change(
			`UPDATE outbox SET next_attempt_at = 0 WHERE sent_at IS NULL AND kind <> 'visit_reminder'`,
		)
		expect(await site.worker.scheduled()).toBe('ok')
		expect(mailsTo(guest)).toHaveLength(1)
		expect((await openLink(mailsTo(guest)[0]?.text ?? '')).text).toContain(referenceOn(confirmation.text))
	})

	test('or does not answer at all, nobody waits for it', async () => {
		sandbox.mail.setBehaviour('hold')
		const guest = openGuest(site.url)
		const confirmation = await walkTo(guest, 'confirmation')
		expect(confirmation.text).toContain('Booking Confirmed!')
		await mailTo(guest.details.email)
	})

	test('the log tells it without an address, a name or a link', async () => {
		const log = site.worker.lines.join('\n')
		expect(log).toMatch(/message \S+ \(booked\) waits: status 500/)
		expect(log).not.toMatch(/@example|Okafor|visit=|key-of-the-provider/)
	})
})

test('whoever registers or forgets a password gets a link that works', async () => {
	const email = 'amaka@example.com'
	const browser = openBrowserLikeClient(site.url)
	const names = { firstName: 'Amaka', lastName: 'Eze', email }
	const passwords = { password: 'five brown goats', confirmPassword: 'five brown goats' }
	await browser.submit(await browser.open('/register'), stepForm, { ...names, ...passwords })
	const verification = await openLink((await mailTo(email, 'Confirm your email')).text)
	expect(verification.document.querySelector('h1')?.textContent).toBe('Sign in to confirm your email')

	await browser.submit(await browser.open('/forgot-password'), stepForm, { email })
	const reset = await openLink((await mailTo(email, 'Set a new password')).text)
	expect(reset.status).toBe(200)
	expect(reset.document.querySelectorAll('input[type="password"]')).toHaveLength(2)

	await browser.submit(await browser.open('/register'), stepForm, { ...names, ...passwords })
	expect((await mailTo(email, 'already have an account')).text).toContain(`${appOrigin}/login`)
})

test('without a provider messages wait, and the app says that mail is off', async () => {
	const worker = await startScratchWorker(site.database.url)
	try {
		const guest = openGuest(worker.url)
		expect((await walkTo(guest, 'confirmation')).text).toContain('Booking Confirmed!')
		const readiness = async (url: string) =>
			(await fetch(`${url}/readyz`, { headers: { authorization: `Bearer ${scratchReadyzKey}` } })).json()
		expect(await readiness(worker.url)).toMatchObject({ ready: true, mail: 'off' })
		expect(await worker.scheduled()).toBe('ok')
		expect(worker.lines.join()).toContain('mails: off')
		expect(mailsTo(guest)).toEqual([])
		expect(await readiness(site.url)).toMatchObject({ ready: true, mail: 'http' })
		expect(await site.worker.scheduled()).toBe('ok')
		expect(mailsTo(guest)).toHaveLength(1)
	} finally {
		await worker.stop()
	}
})
