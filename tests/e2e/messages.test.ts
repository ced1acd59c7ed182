import { signMessageChoice } from '#app/domain/messaging/message-choice.server.ts'
import { scratchCookieKey } from '#scripts/site/scratch-worker.ts'
import { addSignedInPerson } from '#tests/support/accounts.ts'
import { expect, test } from '#tests/support/browser-fixture.ts'
import { violationsOf } from './accessibility.ts'
import { signInAsDemoClient } from './sign-in.ts'

test('a client rings the bell, reads what is new, and chooses what is sent from now on', {
	tag: '@both',
}, async ({ page, site, javaScriptEnabled }) => {
	await signInAsDemoClient(page, site)
	await site.database.change('DELETE FROM notifications_seen')
	await page.goto('/discover')
	await page.getByRole('button', { name: 'Notifications, 9+ new' }).click()
	await expect(page.getByRole('heading', { name: 'Notifications' })).toBeVisible()
	await expect(page.getByText('New', { exact: true }).first()).toBeVisible()
	await expect(page.getByRole('button', { name: 'Mark all as read' })).toBeHidden()
	if (javaScriptEnabled !== false) expect(await violationsOf(page)).toEqual([])
	await page.getByRole('link', { name: 'Choose what we send you' }).click()
	await page.getByRole('checkbox', { name: /^Reminders/ }).uncheck()
	await page.getByRole('button', { name: 'Save messages' }).click()
	await expect(page.getByText('We’ll send you what you chose.')).toBeVisible()
	await expect(page.getByRole('checkbox', { name: /^Reminders/ })).not.toBeChecked()
	await expect(page.getByRole('checkbox', { name: /^Review requests/ })).toBeChecked()
})

test('the link at the foot of a mail stops such mails, and lets them come again', {
	tag: ['@full', '@both-when-full'],
}, async ({ page, site, javaScriptEnabled }) => {
	const { userId: subject } = await addSignedInPerson(site.database, { at: Date.now() })
	await page.goto(`/messages/${await signMessageChoice([scratchCookieKey], { subject, topic: 'reviews' })}`)
	await page.getByRole('button', { name: 'Stop these messages' }).click()
	await expect(page.getByRole('heading', { name: 'Review requests: off' })).toBeVisible()
	await page.getByRole('button', { name: 'Send me these again' }).click()
	await expect(page.getByRole('heading', { name: 'Review requests: on' })).toBeVisible()
	if (javaScriptEnabled !== false) expect(await violationsOf(page)).toEqual([])
})
