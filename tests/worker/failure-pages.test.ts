import { expect, test } from 'vitest'
import { openBrowserLikeClient } from '#tests/support/browser-like-client.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'

const site = withTestSite({ SUPPORT_CONTACT: 'help@wakati.example' })

const open = () => openBrowserLikeClient(site().url)
/** A line is printed by another process: it may come after the answer. */
const logged = () => site().worker.lines.join('\n')

test('an address that does not exist gives the 404 page, and its path is logged without its query', async () => {
	const page = await open().visit('/not/a/page?email=ada@example.com')
	expect(page.status).toBe(404)
	expect(page.text).toContain('404')
	expect(page.text).toContain('Oops! Page not found')
	const home = page.document.querySelectorAll('a').find((link) => link.textContent === 'Return to Home')
	expect(home?.getAttribute('href')).toBe('/')
	await expect.poll(logged).toMatch(/^request [\w-]+ not found: \/not\/a\/page$/m)
	expect(logged()).not.toContain('ada@example.com')
})

test('a business that does not exist is "Business Not Found"', async () => {
	const page = await open().visit('/business/nobody')
	expect(page.status).toBe(404)
	expect(page.text).toContain('Business Not Found')
	expect(page.text).toContain('Back to Discover')
})

test('a mistake of ours is said in plain words with a number to name, and the log has that number', async () => {
	const { client } = site().database
	await client.execute('ALTER TABLE reviews RENAME COLUMN rating TO stars')
	try {
		const page = await open().visit('/business/ade-hair-studio')
		expect(page.status).toBe(500)
		expect(page.text).toContain('Something went wrong')
		expect(page.text).toContain('help@wakati.example')
		const number = page.document.querySelector('main .num')?.textContent ?? ''
		expect(number).toMatch(/^[\w-]{10,}$/)
		await expect.poll(logged).toContain(`request ${number} failed:`)
		expect(page.html).not.toMatch(/SQL|no such column|DatabaseError|at async|node_modules|\.ts:\d/)
	} finally {
		await client.execute('ALTER TABLE reviews RENAME COLUMN stars TO rating')
	}
	expect((await open().visit('/business/ade-hair-studio')).status).toBe(200)
})

test('the data of a page that failed, asked for by script, has no internals either', async () => {
	const { client } = site().database
	await client.execute('ALTER TABLE reviews RENAME COLUMN rating TO stars')
	try {
		const url = new URL('/business/ade-hair-studio.data', site().url)
		const text = await (await open().send(url)).text()
		expect(text).not.toMatch(/no such column|SQLITE|SELECT|\.ts:\d/)
	} finally {
		await client.execute('ALTER TABLE reviews RENAME COLUMN stars TO rating')
	}
})
