import { ascii, chunk, concat, segment, segmentsOf, splice, webpOf } from './sample-photos.ts'

type Hostile = { name: string; bytes: Uint8Array }
type Samples = { jpeg: Uint8Array; progressive: Uint8Array; webp: Uint8Array }

/** Files of other kinds, by their beginnings and, where they are read from the end, their ends. */
const foreign: Readonly<Record<string, readonly number[]>> = {
	png: [0x89, ...ascii('PNG\r\n\x1a\n')],
	gif: ascii('GIF89a'),
	bmp: [...ascii('BM'), 70, 0, 0, 0],
	pdf: ascii('%PDF-1.7\n1 0 obj\n'),
	zip: [...ascii('PK\x03\x04'), 20, 0, 0, 0],
	'end of a zip': [...ascii('PK\x05\x06'), ...Array<number>(18).fill(0)],
	html: ascii('<!DOCTYPE html><script>alert(1)</script>'),
	svg: ascii('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
	script: ascii('/*\xff\xd8*/alert(1)//'),
	php: ascii('<?php system($_GET[0]); ?>'),
	elf: [0x7f, ...ascii('ELF')],
	exe: ascii('MZ\x90\x00'),
	wasm: [0, ...ascii('asm'), 1, 0, 0, 0],
	mp4: [0, 0, 0, 24, ...ascii('ftypmp42')],
	heic: [0, 0, 0, 24, ...ascii('ftypheic')],
	avif: [0, 0, 0, 24, ...ascii('ftypavif')],
	tiff: [...ascii('II*\0'), 8, 0, 0, 0],
	rar: ascii('Rar!\x1a\x07\x00'),
	gzip: [0x1f, 0x8b, 8, 0],
	wav: [...ascii('RIFF'), 36, 0, 0, 0, ...ascii('WAVE')],
}

/** Files that are no plain photo, each with a name that says why. */
export function hostilePhotos(samples: Samples): Hostile[] {
	return [
		...wrongTypes(samples),
		...trailers(samples),
		...polyglots(samples),
		...cuts(samples),
		...wrongSegments(samples),
		...bombs(samples),
		...wrongChunks(samples),
	]
}

const each = <Value>(
	values: Readonly<Record<string, Value>>,
	make: (name: string, value: Value) => Hostile,
) => Object.entries(values).map(([name, value]) => make(name, value))

function wrongTypes({ jpeg, webp }: Samples): Hostile[] {
	return [
		...each(foreign, (name, bytes) => ({ name: `a ${name}`, bytes: concat(bytes, new Uint8Array(200)) })),
		...each(foreign, (name, bytes) => ({ name: `a ${name} with a JPEG in it`, bytes: concat(bytes, jpeg) })),
		...each(foreign, (name, bytes) => ({ name: `a ${name} with a WebP in it`, bytes: concat(bytes, webp) })),
		{ name: 'a JPEG after a space', bytes: concat(ascii(' '), jpeg) },
		{ name: 'RIFF in big endian', bytes: splice(webp, 0, 4, ascii('RIFX')) },
	]
}

function trailers({ jpeg, progressive, webp }: Samples): Hostile[] {
	return each({ jpeg, progressive, webp }, (name, bytes) => ({ name, bytes })).flatMap(
		({ name, bytes: file }) => [
			...each(foreign, (what, bytes) => ({ name: `${name}, then a ${what}`, bytes: concat(file, bytes) })),
			{ name: `${name}, then a byte`, bytes: concat(file, [0]) },
			{ name: `${name} twice`, bytes: concat(file, file) },
		],
	)
}

/** Other formats inside what is kept: the coded picture, its tables, its chunk. */
function polyglots({ jpeg, webp }: Samples): Hostile[] {
	const marked = ['pdf', 'zip', 'end of a zip', 'html', 'svg', 'php'] as const
	return marked.flatMap((name) => {
		const mark = foreign[name] ?? []
		const inChunk = chunk('VP8 ', concat(webp.subarray(20), mark))
		return [
			{ name: `a ${name} in the coded picture`, bytes: splice(jpeg, jpeg.length - 2, jpeg.length - 2, mark) },
			{ name: `a ${name} in the picture's chunk`, bytes: webpOf(inChunk) },
		]
	})
}

function cuts({ jpeg, progressive, webp }: Samples): Hostile[] {
	return Object.entries({ jpeg, progressive, webp }).flatMap(([name, file]) =>
		[2, 3, 11, 12, 20, 30, 100, 160, 300, file.length - 30, file.length - 2, file.length - 1].map(
			(length) => ({
				name: `the first ${length} bytes of a ${name}`,
				bytes: file.subarray(0, length),
			}),
		),
	)
}

function wrongSegments({ jpeg, progressive }: Samples): Hostile[] {
	const before = (file: Uint8Array, at: number, what: readonly number[] | Uint8Array) =>
		splice(file, at, at, what)
	const segments = segmentsOf(jpeg)
	const find = (marker: number) => {
		const found = segments.find((one) => one.marker === marker)
		if (!found) throw new Error(`no segment ${marker}`)
		return found
	}
	const [frame, scan, tables, codes] = [find(0xc0), find(0xda), find(0xdb), find(0xc4)]
	const frameWith = (body: readonly number[]) => splice(jpeg, frame.at, frame.end, segment(0xc0, body))
	const markers = [
		0x01, 0xc3, 0xc5, 0xc6, 0xc7, 0xc8, 0xc9, 0xca, 0xcb, 0xcc, 0xcd, 0xce, 0xcf, 0xd0, 0xd8, 0xdc, 0xde,
		0xdf, 0xf0, 0xff,
	]
	return [
		...markers.map((marker) => ({
			name: `a segment ${marker.toString(16)}`,
			bytes: before(jpeg, scan.at, segment(marker, [0, 0, 0])),
		})),
		...[0xc3, 0xc5, 0xc9, 0xcb, 0xcf].map((marker) => ({
			name: `a frame ${marker.toString(16)}`,
			bytes: splice(jpeg, frame.at + 1, frame.at + 2, [marker]),
		})),
		...segments.map(({ at, marker }) => ({
			name: `a length of 1 at ${marker.toString(16)}`,
			bytes: splice(jpeg, at + 2, at + 4, [0, 1]),
		})),
		...segments.map(({ at, marker }) => ({
			name: `a length beyond the file at ${marker.toString(16)}`,
			bytes: splice(jpeg, at + 2, at + 4, [0xff, 0xff]),
		})),
		{ name: 'no frame', bytes: splice(jpeg, frame.at, frame.end) },
		{ name: 'two frames', bytes: before(jpeg, frame.at, jpeg.subarray(frame.at, frame.end)) },
		{ name: 'twelve bits', bytes: splice(jpeg, frame.at + 4, frame.at + 5, [12]) },
		{ name: 'four colours', bytes: frameWith([8, 0, 80, 0, 96, 4, 1, 17, 0, 2, 17, 0, 3, 17, 0, 4, 17, 0]) },
		{ name: 'two colours', bytes: frameWith([8, 0, 80, 0, 96, 2, 1, 17, 0, 2, 17, 0]) },
		{ name: 'one colour named twice', bytes: frameWith([8, 0, 80, 0, 96, 3, 1, 17, 0, 1, 17, 0, 2, 17, 0]) },
		{ name: 'sampled by 0', bytes: frameWith([8, 0, 80, 0, 96, 3, 1, 0, 0, 2, 17, 1, 3, 17, 1]) },
		{ name: 'a scan of a colour that is not there', bytes: splice(jpeg, scan.at + 5, scan.at + 6, [9]) },
		{ name: 'a scan before its frame', bytes: before(jpeg, frame.at, jpeg.subarray(scan.at, scan.end)) },
		{ name: 'a scan without a picture', bytes: splice(jpeg, scan.end, jpeg.length - 2) },
		{ name: 'restarts that are not declared', bytes: before(jpeg, scan.end + 20, [0xff, 0xd0]) },
		{ name: 'a table of nothing', bytes: splice(jpeg, tables.at, tables.end, segment(0xdb, [])) },
		{ name: 'a table that is cut', bytes: splice(jpeg, tables.at, tables.end, segment(0xdb, [0, 1, 2])) },
		{ name: 'codes that are cut', bytes: splice(jpeg, codes.at, codes.end, segment(0xc4, [0, 9, 9])) },
		{
			name: 'more codes than bits',
			bytes: splice(jpeg, codes.at, codes.end, segment(0xc4, [0, 3, ...Array<number>(15).fill(0), 1, 2, 3])),
		},
		{ name: 'Adobe with a wrong length', bytes: before(jpeg, frame.at, segment(0xee, ascii('Adobe'))) },
		{
			name: 'Adobe with four inks',
			bytes: before(jpeg, frame.at, segment(0xee, [...ascii('Adobe'), 0, 100, 0, 0, 0, 0, 2])),
		},
		{ name: 'bytes that fill', bytes: before(jpeg, frame.at, [0xff]) },
		{ name: 'a byte between segments', bytes: before(jpeg, frame.at, [0]) },
		{ name: 'a progressive picture called baseline', bytes: baseline(progressive) },
	]
}

function baseline(progressive: Uint8Array): Uint8Array {
	const frame = segmentsOf(progressive).find(({ marker }) => marker === 0xc2)
	return splice(progressive, (frame?.at ?? 0) + 1, (frame?.at ?? 0) + 2, [0xc0])
}

function bombs({ jpeg, progressive, webp }: Samples): Hostile[] {
	const sizes = [1_281, 4_000, 16_383, 65_535]
	const bytesOf = (size: number) => [size >> 8, size & 255]
	const frameAt = (file: Uint8Array, kind: number) =>
		segmentsOf(file).find(({ marker }) => marker === kind)?.at ?? 0
	const claiming = (file: Uint8Array, kind: number, down: number, across: number) =>
		splice(file, frameAt(file, kind) + 5, frameAt(file, kind) + 9, [...bytesOf(down), ...bytesOf(across)])
	const scan = progressive.subarray(
		segmentsOf(progressive).find(({ marker }) => marker === 0xda)?.at ?? 0,
		-2,
	)
	const again = Array.from({ length: 20 }, () => scan.subarray(0, scan.length))
	return [
		...sizes.map((size) => ({ name: `a JPEG of ${size} a side`, bytes: claiming(jpeg, 0xc0, size, size) })),
		...sizes.map((size) => ({
			name: `a progressive one of ${size}`,
			bytes: claiming(progressive, 0xc2, size, size),
		})),
		...sizes.map((size) => ({ name: `a JPEG ${size} wide`, bytes: claiming(jpeg, 0xc0, 80, size) })),
		{ name: 'a JPEG of 0', bytes: claiming(jpeg, 0xc0, 0, 96) },
		{ name: 'scans without end', bytes: concat(progressive.subarray(0, -2), ...again, [0xff, 0xd9]) },
		{ name: 'a heavy one', bytes: concat(jpeg, new Uint8Array(60_000)) },
		{ name: 'a WebP of 16383', bytes: splice(webp, 26, 30, [0xff, 0x3f, 0xff, 0x3f]) },
		{ name: 'a WebP of 0', bytes: splice(webp, 26, 30, [0, 0, 0, 0]) },
		{ name: 'a WebP that is scaled', bytes: splice(webp, 27, 28, [0x40]) },
		{
			name: 'a lossless WebP of 16384',
			bytes: webpOf(chunk('VP8L', [0x2f, 0xff, 0xff, 0xff, 0x0f, 0, 0, 0])),
		},
	]
}

function wrongChunks({ webp }: Samples): Hostile[] {
	const image = webp.subarray(12)
	const extended = (flags: number, side = [95, 0, 0, 79, 0, 0]) => chunk('VP8X', [flags, 0, 0, 0, ...side])
	const alone: Readonly<Record<string, Uint8Array>> = {
		'no picture': webpOf(extended(0)),
		'another size on its canvas': webpOf(extended(0, [99, 0, 0, 79, 0, 0]), image),
		'a canvas of 2^24': webpOf(extended(0, [255, 255, 255, 255, 255, 255]), image),
		'two pictures': webpOf(image, image),
		'a picture before its header': webpOf(image, extended(0)),
		'an unknown chunk': webpOf(extended(0), image, chunk('EVIL', ascii('<script>'))),
		'a chunk after a simple picture': webpOf(image, chunk('XMP ', [1, 2])),
		'a RIFF in it': webpOf(extended(0), image, chunk('RIFF', ascii('WAVE'))),
		'alpha without a picture': webpOf(extended(16), chunk('ALPH', [0, 1])),
		'alpha after its picture': webpOf(extended(16), image, chunk('ALPH', [0, 1])),
		'one that moves': webpOf(extended(2), chunk('ANIM', [0, 0, 0, 0, 0, 0]), chunk('ANMF', image)),
		'no key frame': splice(webp, 20, 21, [(webp[20] ?? 0) | 1]),
		'a frame that is not shown': splice(webp, 20, 21, [(webp[20] ?? 0) & 0xef]),
		'no start code': splice(webp, 23, 24, [0]),
		'a first part beyond its chunk': splice(webp, 21, 23, [0xff, 0xff]),
		'a size that is too large': splice(webp, 4, 8, [0xff, 0xff, 0, 0]),
		'a size that is too small': splice(webp, 4, 8, [40, 0, 0, 0]),
		'a chunk beyond the file': splice(webp, 16, 20, [0xff, 0xff, 0, 0]),
		'a chunk of 2^32 - 1': splice(webp, 16, 20, [0xff, 0xff, 0xff, 0xff]),
		'an unknown version': webpOf(chunk('VP8L', [0x2f, 95, 192, 19, 0xe0, 0, 0, 0])),
		'a padding that says something': padded(webp),
	}
	return each(alone, (name, bytes) => ({ name: `a WebP with ${name}`, bytes }))
}

/** An odd chunk whose byte that fills it up is not 0. */
function padded(webp: Uint8Array): Uint8Array {
	const body = webp.subarray(20)
	const odd = body.length % 2 === 1 ? body : concat(body, [0])
	const file = webpOf(chunk('VP8 ', odd))
	return splice(file, file.length - 1, file.length, [7])
}
