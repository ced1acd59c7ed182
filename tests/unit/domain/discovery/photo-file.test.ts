import fc from 'fast-check'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { photoLimits } from '#app/domain/discovery/photo-fields.ts'
import { readPhotoFile } from '#app/domain/discovery/photo-file.ts'
import { hostilePhotos } from '#tests/support/hostile-photos.ts'
import {
	ascii,
	chunk,
	concat,
	drawPhoto,
	samplePhoto,
	segment,
	segmentsOf,
	splice,
	webpOf,
	withMetadata,
} from '#tests/support/sample-photos.ts'

const limits = photoLimits.photo
const read = (bytes: Uint8Array) => readPhotoFile(bytes, limits)
const refusalOf = (bytes: Uint8Array) => {
	const verdict = read(bytes)
	return verdict.ok ? `taken: ${verdict.value.width} × ${verdict.value.height}` : verdict.refusal
}

let jpeg: Uint8Array
let webp: Uint8Array
let progressive: Uint8Array

beforeAll(async () => {
	jpeg = await samplePhoto({ type: 'jpeg' })
	webp = await samplePhoto({ type: 'webp' })
	progressive = new Uint8Array(await drawPhoto().jpeg({ progressive: true }).toBuffer())
})

/** What is kept, which has to be as it is when it is read again, and to show the same picture. */
async function taken(bytes: Uint8Array) {
	const verdict = read(bytes)
	if (!verdict.ok) throw new Error(`refused: ${verdict.refusal}`)
	const { value } = verdict
	expect(read(value.bytes)).toEqual({ ok: true, value })
	const [before, after] = await Promise.all([pixelsOf(bytes), pixelsOf(value.bytes)])
	expect(after.equals(before)).toBe(true)
	return value
}

function pixelsOf(bytes: Uint8Array): Promise<Buffer> {
	return sharp(bytes).raw().toBuffer()
}

describe('what is taken', () => {
	test.each(['jpeg', 'webp'] as const)('a %s as a canvas or a program writes it', async (type) => {
		const file = await taken(await samplePhoto({ type, width: 640, height: 480, quality: 30 }))
		expect(file).toMatchObject({ type, width: 640, height: 480 })
	})

	test('a progressive JPEG, one in grey, one with all colours in full, one with restarts', async () => {
		expect(await taken(progressive)).toMatchObject({ type: 'jpeg', width: 96, height: 80 })
		await taken(new Uint8Array(await drawPhoto().greyscale().jpeg().toBuffer()))
		await taken(new Uint8Array(await drawPhoto().jpeg({ chromaSubsampling: '4:4:4' }).toBuffer()))
	})

	test('a WebP without loss, and one that is see-through', async () => {
		await taken(new Uint8Array(await drawPhoto().webp({ lossless: true }).toBuffer()))
		const clear = drawPhoto().ensureAlpha(0.4)
		const kept = await taken(new Uint8Array(await clear.webp({ quality: 50 }).toBuffer()))
		expect((await sharp(kept.bytes).metadata()).hasAlpha).toBe(true)
	})

	test('the place, the camera, the colour profile and remarks are gone', async () => {
		const files = [
			await withMetadata(drawPhoto()).jpeg().toBuffer(),
			await withMetadata(drawPhoto()).webp().toBuffer(),
		]
		for (const file of files) {
			expect(file.includes('SecretCamera')).toBe(true)
			expect(file.includes('SecretPlace')).toBe(true)
			const { bytes } = await taken(new Uint8Array(file))
			for (const word of ['Secret', 'Exif', 'xmp', 'ICC_PROFILE', 'GPS'])
				expect(Buffer.from(bytes).includes(word), word).toBe(false)
			expect(await sharp(bytes).metadata()).not.toHaveProperty('exif')
			expect(await sharp(bytes).metadata()).not.toHaveProperty('icc')
		}
	})

	test('a preview and a comment in a JPEG are gone, wherever they stand', async () => {
		const preview = segment(0xe0, concat(ascii('JFXX\0'), [0x10], await samplePhoto({ type: 'jpeg' })))
		const remark = segment(0xfe, ascii('Ada, 12 Allen Avenue'))
		for (const { at } of segmentsOf(jpeg)) {
			const kept = await taken(splice(jpeg, at, at, concat(preview, remark)))
			expect(Buffer.from(kept.bytes).includes('Allen')).toBe(false)
			expect(Buffer.from(kept.bytes).includes('JFXX')).toBe(false)
		}
	})
})

describe('what is refused', () => {
	test('a photo that its metadata turn: without them it would lie on its side', async () => {
		for (const orientation of [2, 3, 6, 8]) {
			const turned = withMetadata(drawPhoto(), orientation)
			expect(refusalOf(new Uint8Array(await turned.clone().jpeg().toBuffer()))).toBe('photo_turned')
			expect(refusalOf(new Uint8Array(await turned.clone().webp().toBuffer()))).toBe('photo_turned')
		}
	})

	test('other pictures by what they are, whatever they are called', async () => {
		const others = await Promise.all([
			drawPhoto().png().toBuffer(),
			drawPhoto().gif().toBuffer(),
			drawPhoto().tiff().toBuffer(),
			drawPhoto().avif({ effort: 0 }).toBuffer(),
		])
		for (const other of others) expect(refusalOf(new Uint8Array(other))).toBe('photo_wrong_type')
		expect(refusalOf(Uint8Array.from(ascii('<svg xmlns="http://www.w3.org/2000/svg"/>')))).toBe(
			'photo_wrong_type',
		)
		expect(refusalOf(new Uint8Array())).toBe('photo_missing')
	})

	test('one that moves', async () => {
		const frames = Buffer.concat([await drawPhoto().raw().toBuffer(), Buffer.alloc(96 * 80 * 3)])
		const moving = sharp(frames, { raw: { width: 96, height: 160, channels: 3, pageHeight: 80 } })
		expect(refusalOf(new Uint8Array(await moving.webp().toBuffer()))).toBe('photo_animated')
	})

	test('one that is too heavy, too small or too large', async () => {
		expect(refusalOf(await samplePhoto({ type: 'jpeg', width: 900, height: 900, quality: 90 }))).toBe(
			'photo_too_heavy',
		)
		expect(refusalOf(await samplePhoto({ type: 'jpeg', width: 96, height: 63 }))).toBe('photo_wrong_size')
		expect(refusalOf(await samplePhoto({ type: 'webp', width: 1_281, height: 64, quality: 20 }))).toBe(
			'photo_wrong_size',
		)
		expect(refusalOf(await samplePhoto({ type: 'webp', width: 1_280, height: 64, quality: 20 }))).toBe(
			'taken: 1280 × 64',
		)
	})

	test('each of some hundred hostile files', () => {
		const hostile = hostilePhotos({ jpeg, progressive, webp })
		expect(hostile.length).toBeGreaterThanOrEqual(200)
		const passed = hostile.filter(({ bytes }) => read(bytes).ok).map(({ name }) => name)
		expect(passed).toEqual([])
	})

	test('a header that says more than there is: sizes up to the largest, of a picture of 96 by 80', () => {
		const frame = segmentsOf(jpeg).find(({ marker }) => marker === 0xc0)
		if (!frame) throw new Error('no frame')
		const claiming = (height: number, width: number) =>
			splice(jpeg, frame.at + 5, frame.at + 9, [height >> 8, height & 255, width >> 8, width & 255])
		expect(refusalOf(claiming(65_535, 65_535))).toBe('photo_broken')
		expect(refusalOf(claiming(1_280, 1_280))).toBe('photo_broken')
		expect(refusalOf(claiming(0, 96))).toBe('photo_broken')
		expect(refusalOf(claiming(80, 96))).toBe('taken: 96 × 80')
	})
})

describe('whatever the bytes are', () => {
	test('a verdict is given, and what is kept is kept as it is', () => {
		const start = fc.constantFrom('jpeg' as const, 'webp' as const, 'none' as const)
		const bytes = fc.uint8Array({ maxLength: 400 })
		fc.assert(
			fc.property(start, bytes, (kind, rest) => {
				const beginning = {
					jpeg: [0xff, 0xd8, 0xff],
					webp: [...ascii('RIFF'), 0, 0, 0, 0, ...ascii('WEBP')],
					none: [],
				}
				const verdict = read(concat(beginning[kind], rest))
				if (verdict.ok) expect(read(verdict.value.bytes)).toEqual(verdict)
			}),
			{ numRuns: 700 },
		)
	})

	test('a file that is cut, lengthened or changed is refused, or stays a file without metadata', () => {
		const files = fc.constantFrom(0, 1, 2).map((index) => [jpeg, progressive, webp][index] as Uint8Array)
		fc.assert(
			fc.property(files, fc.nat(), fc.nat(40), fc.uint8Array({ maxLength: 40 }), (file, place, gone, put) => {
				const at = place % file.length
				const verdict = read(splice(file, at, Math.min(file.length, at + gone), put))
				if (!verdict.ok) return
				expect(read(verdict.value.bytes)).toEqual(verdict)
				expect(Buffer.from(verdict.value.bytes).includes('Exif\0\0')).toBe(false)
			}),
			{ numRuns: 700 },
		)
	})

	test('every cut of a file is refused', () => {
		for (const file of [jpeg, progressive, webp])
			for (let length = 0; length < file.length; length++)
				expect(read(file.subarray(0, length)).ok).toBe(false)
	})

	test('metadata of any content, anywhere, leave the same picture', () => {
		const plain = read(jpeg)
		const marker = fc.constantFrom(0xe1, 0xe2, 0xe5, 0xed, 0xef, 0xfe)
		const places = segmentsOf(jpeg).map(({ at }) => at)
		fc.assert(
			fc.property(fc.constantFrom(...places), marker, fc.uint8Array({ maxLength: 300 }), (at, kind, body) => {
				expect(read(splice(jpeg, at, at, segment(kind, body)))).toEqual(plain)
			}),
		)
		const image = webp.subarray(12)
		const extended = chunk('VP8X', [0x0c, 0, 0, 0, 95, 0, 0, 79, 0, 0])
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 300 }), (body) => {
				const noted = webpOf(
					extended,
					chunk('ICCP', body),
					image,
					chunk('EXIF', [0, ...body]),
					chunk('XMP ', body),
				)
				expect(read(noted)).toEqual(read(webp))
			}),
		)
	})
})
