import { beforeAll, expect, test } from 'vitest'
import { readBusiness } from '#app/flows/discovery/read-business.server.ts'
import { reportPhoto } from '#app/flows/discovery/shop-photos.server.ts'
import type { Actor } from '#app/kernel/actor.ts'
import { DAY_MS } from '#app/kernel/instant.ts'
import { runOps } from '#scripts/ops/run-ops.ts'
import { addSignedInPerson, now } from '#tests/support/accounts.ts'
import { bookingDeps } from '#tests/support/flow-deps.ts'
import { addPhotoRows } from '#tests/support/photo-desk.ts'
import { addSmallShop, type SmallShop } from '#tests/support/small-shop.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'

const database = withTestDatabase()
const deps = () => bookingDeps(database().url)
let shop: SmallShop
let photoOf: (place: number) => string
beforeAll(async () => {
	shop = await addSmallShop(database().client, 'photographed', { services: { cut: {}, wash: {} } })
	photoOf = await addPhotoRows(database(), shop.id, shop.idOf('cut'))
})

async function report(who: { actor?: Actor; networkKey?: string }, photoId: string, at = now) {
	const reporter = { actor: who.actor ?? null, networkKey: who.networkKey ?? null }
	const reported = await reportPhoto(deps(), reporter, { photoId, reason: 'not_agreed', now: at })
	return reported.ok ? 'thanks' : reported.refusal
}

const reportersOf = async (photoId: string) =>
	(await database().rows('SELECT reporter FROM photo_reports WHERE photo_id = ?', photoId)).map(
		({ reporter }) => reporter,
	)

async function ops(...words: string[]) {
	const said: string[] = []
	const env = { DATABASE_URL: database().url }
	const exitCode = await runOps([...words, '--json'], {
		env,
		say: (line) => said.push(line),
		note: () => {},
		now,
	})
	return { exitCode, ...JSON.parse(said[0] ?? '{}') }
}

test('a photo is reported once by each visitor, an account or a network; its account takes its reports along', async () => {
	const person = await addSignedInPerson(database(), { at: now })
	for (const networkKey of ['a', 'a', 'b']) expect(await report({ networkKey }, photoOf(0))).toBe('thanks')
	// Signed in, the account counts, from any network.
	for (const networkKey of ['a', 'c'])
		expect(await report({ actor: person.actor, networkKey }, photoOf(0))).toBe('thanks')
	expect((await reportersOf(photoOf(0))).sort()).toEqual(['network:a', 'network:b', person.userId].sort())
	const { photos } = deps().discovery
	expect(await photos.exportPhotoReports(person.actor)).toEqual([
		{ reason: 'not_agreed', reportedAt: new Date(now).toISOString() },
	])
})

test('ten in a day, and only of what is shown', async () => {
	expect(await report({ networkKey: 'd' }, 'nothing')).toBe('photo_not_found')
	const other = await addSmallShop(database().client, 'much-photographed', {
		services: { cut: {}, wash: {} },
	})
	const places = [0, 1, 2, 3, 4, 5, 6]
	const ids = [
		...places.map(photoOf),
		...places.map(await addPhotoRows(database(), other.id, other.idOf('cut'))),
	]
	for (const id of ids.slice(0, 10)) expect(await report({ networkKey: 'd' }, id)).toBe('thanks')
	expect(await report({ networkKey: 'd' }, ids[10] ?? '')).toBe('too_many_reports')
	expect(await reportersOf(ids[10] ?? '')).toEqual([])
	expect(await report({ networkKey: 'd' }, ids[10] ?? '', now + DAY_MS + 1)).toBe('thanks')
})

test('the operator hides a photo and shows it again: both are written down for the shop', async () => {
	const shown = async () => {
		const found = await readBusiness({ ...deps(), now }, shop.id)
		const first = found?.business.services.find(({ id }) => id === shop.idOf('cut'))?.photo
		return [first?.id, first?.count]
	}
	expect(await shown()).toEqual([photoOf(1), 6])
	expect((await readBusiness({ ...deps(), now, hasPhotos: false }, shop.id))?.business.photo).toBeNull()
	expect(await report({ networkKey: 'x' }, photoOf(1))).toBe('thanks')
	expect((await ops('photos', 'reported')).photos).toContainEqual({
		photoId: photoOf(1),
		place: `${'Shop photographed'}, cut`,
		alt: 'Knotless braids down to the waist, in copper 1',
		reasons: ['not_agreed', 'not_agreed'],
		reportedAt: now,
	})
	const hidden = { exitCode: 0, changed: true, settled: 2 }
	expect(await ops('photos', 'hide', photoOf(1))).toMatchObject(hidden)
	expect(await shown()).toEqual([photoOf(2), 5])
	expect(await report({ networkKey: 'z' }, photoOf(1))).toBe('photo_not_found')
	expect(await ops('photos', 'hide', photoOf(1))).toMatchObject({ ...hidden, changed: false, settled: 0 })
	expect(await ops('photos', 'keep', photoOf(1))).toMatchObject({ ...hidden, settled: 0 })
	expect(await shown()).toEqual([photoOf(1), 6])
	expect(await ops('photos', 'keep', photoOf(1))).toMatchObject({ changed: false })
	expect(await ops('photos', 'hide', 'nothing')).toMatchObject({ exitCode: 1, refusal: 'photo_not_found' })
	expect(
		await database().rows(
			'SELECT kind, subject_id, key_id FROM shop_acts WHERE shop_id = ? ORDER BY rowid',
			shop.id,
		),
	).toEqual([
		{ kind: 'photo_hidden', subject_id: photoOf(1), key_id: null },
		{ kind: 'photo_kept', subject_id: photoOf(1), key_id: null },
	])
	await deps().writeBatch([deps().discovery.photos.purgePhotoReportsResolvedBefore(now)])
	expect(await reportersOf(photoOf(1))).toEqual([])
})
