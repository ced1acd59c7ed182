import { beforeAll, describe, expect, test } from 'vitest'
import {
	PROGRAMS_PER_PAGE,
	type ProgramCursor,
	programMatch,
	programPage,
} from '#app/domain/loyalty/program-rules.ts'
import { createLoyaltyRepositories } from '#app/domain/loyalty/repositories.server.ts'
import { enroll } from '#app/flows/loyalty/enroll.server.ts'
import type { Actor } from '#app/kernel/actor.ts'
import { openDatabase } from '#db/client.server.ts'
import { plantCategories, plantShops } from '#tests/integration/discovery/planted-shops.ts'
import { addSignedInPerson, now } from '#tests/support/accounts.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'
import { plantPrograms } from './planted-programs.ts'

const database = withTestDatabase()
let actor: Actor

function deps() {
	const { read, writeBatch } = openDatabase({ url: database().url })
	return { loyalty: createLoyaltyRepositories(read), writeBatch }
}

const two = (value: number) => String(value).padStart(2, '0')

beforeAll(async () => {
	const { client } = database()
	await plantCategories(client)
	await plantShops(client, [
		{ id: 'yaba-cuts', name: 'Yàbá Cuts & Co.', area: 'Yaba' },
		{ id: 'lekki-nails', name: 'Lekki Nails', area: 'Lekki' },
		{ id: 'gone-away', name: 'Gone Away', isListed: false },
		...Array.from({ length: 25 }, (_, i) => ({ id: `many-${two(i)}`, name: `Many ${two(i)}`, area: 'Uyo' })),
	])
	await plantPrograms(client, [
		{
			id: 'crown',
			shopId: 'yaba-cuts',
			name: 'Adé’s Crown Card',
			milestones: [
				[2, 'A comb'],
				[5, 'Free cut'],
			],
		},
		{ id: 'back', shopId: 'yaba-cuts', name: 'Back to you', cashbackPercent: 5 },
		{ id: 'nails', shopId: 'lekki-nails', name: 'Five Fingers' },
		{ id: 'over', shopId: 'lekki-nails', name: 'Over and done', status: 'ended' },
		{ id: 'expired', shopId: 'lekki-nails', name: 'Expired', expiresAt: now },
		{ id: 'of-gone', shopId: 'gone-away', name: 'Of nobody' },
		// Same name: the id decides the order.
		...Array.from({ length: 25 }, (_, i) => ({
			id: `many-${two(i)}-card`,
			shopId: `many-${two(i)}`,
			name: 'Zobo',
		})),
	])
	actor = (await addSignedInPerson(database(), { at: now })).actor
})

async function list(q = '', after: ProgramCursor | null = null) {
	const { rows, foundTooMany } = await deps().loyalty.programs.listPrograms(actor, {
		match: programMatch(q),
		after,
	})
	return { ...programPage(rows), foundTooMany }
}
const idsOf = async (q: string) => (await list(q)).programs.map(({ id }) => id)

describe('The list of programs', () => {
	test('shows what can be joined, once each over all its pages, by name', async () => {
		const seen: string[] = []
		let after: ProgramCursor | null = null
		let pages = 0
		do {
			const { programs, next } = await list('', after)
			expect(programs.length).toBeLessThanOrEqual(PROGRAMS_PER_PAGE)
			seen.push(...programs.map(({ id }) => id))
			after = next
			pages++
		} while (after !== null)
		expect(seen.slice(0, 3)).toEqual(['crown', 'back', 'nails'])
		expect(seen).toHaveLength(28)
		expect(new Set(seen).size).toBe(28)
		expect(pages).toBe(3)
	})

	test('says what each gives, and which the actor is in', async () => {
		await enroll(deps(), actor, 'back')
		const { programs } = await list()
		expect(programs[0]).toEqual({
			id: 'crown',
			name: 'Adé’s Crown Card',
			kind: 'punch_card',
			cashbackPercent: null,
			visitsRequired: 5,
			lastReward: 'Free cut',
			rewardCount: 2,
			isOpen: true,
			isEnrolled: false,
			shop: { id: 'yaba-cuts', name: 'Yàbá Cuts & Co.', address: 'An address', area: 'Yaba', city: 'Lagos' },
		})
		expect(programs[1]).toMatchObject({ id: 'back', kind: 'cashback', cashbackPercent: 5, isEnrolled: true })
		const stranger = await addSignedInPerson(database(), { at: now })
		const theirs = await deps().loyalty.programs.listPrograms(stranger.actor, { match: null, after: null })
		expect(theirs.rows.some(({ isEnrolled }) => isEnrolled)).toBe(false)
	})

	test('looks past a heap of expired programs a page at a time', async () => {
		await database().change(`UPDATE loyalty_programs SET expires_at = 1 WHERE name = 'Zobo'`)
		try {
			const first = await list()
			expect(first.programs.map(({ id }) => id)).toEqual(['crown', 'back', 'nails'])
			expect(first.next).not.toBeNull()
			const rest = await list('', first.next)
			expect(rest).toMatchObject({ programs: [], next: null })
		} finally {
			await database().change(`UPDATE loyalty_programs SET expires_at = NULL WHERE name = 'Zobo'`)
		}
	})
})

describe('The search', () => {
	test.each([
		['crown', ['crown']],
		['ADE’S card', ['crown']],
		['yaba', ['crown', 'back']],
		['cuts co', ['crown', 'back']],
		['lekki five', ['nails']],
		['an address lekki', ['nails']],
		['f', ['nails']],
		['over', []],
		['nobody', []],
		['expired', []],
		['"OR', []],
		['words : crown', []],
		['*', []],
		['shop_id:yaba', []],
	])('for %s finds %j', async (q, ids) => {
		expect(await idsOf(q)).toEqual(ids)
	})

	test('is paged like the list', async () => {
		const first = await list('zobo')
		expect(first.programs).toHaveLength(PROGRAMS_PER_PAGE)
		expect(first.foundTooMany).toBe(false)
		const second = await list('zobo', first.next)
		const third = await list('zobo', second.next)
		expect(third.next).toBeNull()
		const all = [first, second, third].flatMap(({ programs }) => programs.map(({ id }) => id))
		expect(new Set(all).size).toBe(25)
	})

	test('follows a program and its shop: renamed, ended, moved, unlisted, gone', async () => {
		const change = (statement: string) => database().change(statement)
		await plantPrograms(database().client, [{ id: 'new-card', shopId: 'lekki-nails', name: 'Brand new' }])
		expect(await idsOf('brand')).toEqual(['new-card'])
		await change(`UPDATE loyalty_programs SET name = 'Old friend' WHERE id = 'new-card'`)
		expect(await idsOf('brand')).toEqual([])
		expect(await idsOf('old friend')).toEqual(['new-card'])
		await change(
			`UPDATE shops SET name = 'Ikoyi Nails', address = '7 Bourdillon Road' WHERE id = 'lekki-nails'`,
		)
		expect(await idsOf('ikoyi bourdillon')).toEqual(['nails', 'new-card'])
		await change(`UPDATE loyalty_programs SET status = 'ended' WHERE id = 'new-card'`)
		expect(await idsOf('ikoyi')).toEqual(['nails'])
		await change(`UPDATE loyalty_programs SET status = 'active' WHERE id = 'new-card'`)
		await change(`UPDATE shops SET is_listed = 0 WHERE id = 'lekki-nails'`)
		expect(await idsOf('ikoyi')).toEqual([])
		await change(`UPDATE shops SET is_listed = 1, name = 'Lekki Nails' WHERE id = 'lekki-nails'`)
		expect(await idsOf('old friend')).toEqual(['new-card'])
		await change(`DELETE FROM punch_cards WHERE program_id = 'new-card'`)
		await change(`DELETE FROM loyalty_programs WHERE id = 'new-card'`)
		expect(await idsOf('old friend')).toEqual([])
	})
})

describe('One program', () => {
	test('has its card, its milestones in order, and its shop', async () => {
		expect(await deps().loyalty.programs.programOf(actor, 'crown')).toMatchObject({
			name: 'Adé’s Crown Card',
			card: { visitsRequired: 5, isCyclic: true },
			shop: { id: 'yaba-cuts', timeZone: 'Africa/Lagos' },
			milestones: [
				{ visitsRequired: 2, description: 'A comb' },
				{ visitsRequired: 5, description: 'Free cut' },
			],
		})
		expect(await deps().loyalty.programs.programOf(actor, 'back')).toMatchObject({
			card: null,
			milestones: [],
		})
	})

	test.each(['no-such-program', 'of-gone'])('%s is none', async (programId) => {
		expect(await deps().loyalty.programs.programOf(actor, programId)).toBeNull()
	})
})
