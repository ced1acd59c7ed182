import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { runOps } from '#scripts/ops/run-ops.ts'
import { drawPhoto, withMetadata } from '#tests/support/sample-photos.ts'
import { addSmallShop, type SmallShop } from '#tests/support/small-shop.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'

const database = withTestDatabase()

/** R2 as its S3-compatible interface answers; what is in it by path. */
const objects = new Map<string, Buffer>()
let refuses = false
const r2 = createServer(async (request, response) => {
	const chunks: Buffer[] = []
	for await (const chunk of request) chunks.push(chunk)
	const isSigned =
		/^AWS4-HMAC-SHA256 Credential=key-id\/\d{8}\/auto\/s3\/aws4_request, .+ Signature=[0-9a-f]{64}$/.test(
			request.headers.authorization ?? '',
		)
	if (!isSigned || refuses) response.statusCode = 403
	else if (request.method === 'PUT') objects.set(request.url ?? '', Buffer.concat(chunks))
	response.end()
})
let env: NodeJS.ProcessEnv
let shop: SmallShop
let folder: string

beforeAll(async () => {
	await new Promise<void>((resolve) => r2.listen(0, '127.0.0.1', resolve))
	env = {
		DATABASE_URL: database().url,
		R2_ENDPOINT: `http://127.0.0.1:${(r2.address() as AddressInfo).port}`,
		R2_BUCKET: 'photos',
		R2_ACCESS_KEY_ID: 'key-id',
		R2_SECRET_ACCESS_KEY: 'secret',
	}
})
afterAll(() => {
	r2.close()
})

let shops = 0
beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), 'photos-'))
	objects.clear()
	refuses = false
	shop = await addSmallShop(database().client, `import-${++shops}`, { services: { cut: {} } })
})
afterEach(() => rmSync(folder, { recursive: true }))

function put(path: string, bytes: Buffer) {
	mkdirSync(dirname(join(folder, path)), { recursive: true })
	writeFileSync(join(folder, path), bytes)
}

async function ops(...words: string[]) {
	const said: string[] = []
	const notes: string[] = []
	const exitCode = await runOps(['photos', 'import', folder, ...words, '--json'], {
		env,
		say: (line) => said.push(line),
		note: (line) => notes.push(line),
	})
	return { exitCode, notes, ...JSON.parse(said[0] ?? '{}') }
}

const rows = () =>
	database().rows(
		'SELECT id, service_id, alt, position, width, height, key_id, thumbnail_type FROM shop_photos WHERE shop_id = ? ORDER BY service_id, position',
		shop.id,
	)

/** As a phone writes it: large, on its side, with its place. Each `seed` is another one. */
const camera = (seed: number) =>
	withMetadata(drawPhoto({ width: 1_200 + 40 * seed, height: 900 }), 6)
		.jpeg()
		.toBuffer()

test('a folder is checked, then shown: small, upright, without its place; a second run adds nothing', async () => {
	put(`${shop.id}/The front of the shop.jpg`, await camera(0))
	put(`${shop.id}/cut/10 Cornrows.png`, await drawPhoto().png().toBuffer())
	put(`${shop.id}/cut/2 Long_knotless braids.jpg`, await camera(2))
	put(`${shop.id}/.DS_Store`, Buffer.from('x'))
	expect(await ops()).toMatchObject({ exitCode: 0, new: 3, known: 0, written: 0, isApplied: false })
	expect([await rows(), objects.size]).toEqual([[], 0])
	expect((await ops('--apply')).exitCode).toBe(2)
	expect(await ops('--agreed', '--apply')).toMatchObject({ exitCode: 0, new: 3, written: 3, isApplied: true })
	const shown = await rows()
	expect(shown).toMatchObject([
		{ service_id: null, alt: 'The front of the shop', key_id: null, thumbnail_type: 'webp' },
		{ service_id: shop.idOf('cut'), alt: 'Long knotless braids', position: 0 },
		{ service_id: shop.idOf('cut'), alt: 'Cornrows', position: 1, width: 96, height: 80 },
	])
	expect(Number(shown[1]?.height)).toBeGreaterThan(Number(shown[1]?.width))
	expect([...objects.keys()].sort()).toEqual(
		shown.flatMap(({ id }) => [`/photos/${id}`, `/photos/${id}.small`]).sort(),
	)
	for (const [path, bytes] of objects) {
		expect(bytes.length).toBeLessThanOrEqual(path.endsWith('.small') ? 6 * 1024 : 40 * 1024)
		expect(bytes.includes('Secret')).toBe(false)
	}
	expect(await ops('--agreed', '--apply')).toMatchObject({ exitCode: 0, new: 0, known: 3, written: 0 })
	expect(await database().count('SELECT count(*) AS n FROM shop_acts WHERE shop_id = ?', shop.id)).toBe(3)
	expect(await database().count('SELECT count(*) AS n FROM loose_photos')).toBe(0)
})

test('every problem is named, and nothing is written', async () => {
	put('nobody/A shop.jpg', await camera(0))
	put(`${shop.id}/massage/1 Hands.jpg`, await camera(1))
	put(`${shop.id}/cut/1.jpg`, await camera(2))
	put(`${shop.id}/cut/2 A page.jpg`, Buffer.from('<script>alert(1)</script>'))
	for (let seed = 3; seed < 10; seed++) put(`${shop.id}/cut/${seed} Braids ${seed}.jpg`, await camera(seed))
	const { exitCode, problems } = await ops('--agreed', '--apply')
	expect(exitCode).toBe(1)
	expect(problems).toEqual([
		expect.stringMatching(/1\.jpg: name the file after what it shows/),
		expect.stringMatching(/2 A page\.jpg: this cannot be read as a photo/),
		expect.stringMatching(/9 Braids 9\.jpg: one photo too many, there can be 6/),
		expect.stringMatching(/massage: .+ has no such service/),
		'nobody: there is no such shop.',
	])
	expect([await rows(), objects.size]).toEqual([[], 0])
})

test('without a folder, a photo, or R2’s key it says so; where R2 refuses, nothing is shown', async () => {
	expect(await ops()).toMatchObject({ exitCode: 1, problems: ['The folder has no photos.'] })
	put(`${shop.id}/The front.jpg`, await camera(0))
	refuses = true
	const refused = await ops('--agreed', '--apply')
	expect([refused.exitCode, refused.problems?.length, await rows()]).toEqual([1, 1, []])
	const { R2_BUCKET: _, ...without } = env
	env = without
	const missing = await ops('--agreed', '--apply')
	expect([missing.exitCode, missing.notes.at(-1)]).toEqual([1, expect.stringContaining('Set R2_BUCKET')])
	env = { ...without, R2_BUCKET: 'photos' }
})
