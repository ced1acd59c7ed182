import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deposit } from '#scripts/shop-import/cells.ts'
import { allColumns } from '#scripts/shop-import/import-columns.ts'
import { FileProblem, readImportFile } from '#scripts/shop-import/import-file.ts'
import { readShops } from '#scripts/shop-import/read-shops.ts'

let folder: string
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'wakati-import-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function read(content: string | Buffer, name = 'shops.csv') {
	const file = join(folder, name)
	writeFileSync(file, content)
	return readShops(readImportFile(file))
}

const header =
	'kind,shop_id,id,name,type,categories,address,area,city,latitude,longitude,phone,monday,bank_name,account_number,account_name,minutes,price_naira,first_name'
const shop = 'shop,S1,,Ada,salon,Nails,1 Road,Yaba,Lagos,6.5,3.4,,09:00-18:00,,,,,,'
/** One row of a shop in which a column says something else. */
function withCell(column: string, value: string): string {
	const cells = shop.split(',')
	cells[header.split(',').indexOf(column)] = `"${value.replaceAll('"', '""')}"`
	return `${header}\n${cells.join(',')}`
}
const problemOf = (content: string) =>
	read(content)
		.problems.map(({ place, column, words }) => `${place}, ${column}: ${words}`)
		.join('\n')

describe('a file of shops is refused as a whole', () => {
	test.each<[what: string, content: string | Buffer, words: RegExp, name?: string]>([
		['in UTF-16', Buffer.from(`\uFEFF${header}`, 'utf16le'), /UTF-16/],
		['in UTF-16 without its mark', Buffer.from(`${header}\n${shop}`, 'utf16le'), /UTF-16/],
		['saved for Windows', Buffer.from(`${header}\n${shop.replace('Ada', 'Adé')}`, 'latin1'), /line 2.*UTF-8/],
		['as a spreadsheet', Buffer.from('PK\u0003\u0004'), /spreadsheet file/],
		['with a quote that never closes', `${header}\nshop,"S1`, /CSV/],
		['with one row of a million letters', `${header}\n"${'x'.repeat(1_000_000)}"`, /CSV/],
		['with a misspelt column', `${header},prise\n${shop},1`, /no column "prise"/],
		['with a column twice', `${header},name\n${shop},1`, /name is in the file twice/],
		['with more cells than columns', `${header}\n${shop},,x`, /row 2 has more cells/],
		['without a first row of columns', shop, /first row must name the columns/],
		['that is no JSON', '{', /not valid JSON/, 'a.json'],
		['that is another JSON', '[1]', /"shops"/, 'b.json'],
		[
			'of JSON with an unknown name',
			'{"shops":[{"id":"S1","nmae":"Ada"}]}',
			/shops\[0\] has "nmae"/,
			'c.json',
		],
		[
			'of JSON with an object for a text',
			'{"shops":[{"id":"S1","name":{}}]}',
			/shops\[0\]\.name is not text or/,
			'd.json',
		],
		[
			'of JSON with a name of the table, listing those of JSON alone',
			'{"shops":[{"id":"S1","services":[{"id":"cut","shop_id":"S1"}]}]}',
			/services\[0\] has "shop_id", an unknown field. The fields of service are id, name,/,
			'e.json',
		],
		[
			'of JSON with a name that no shop has',
			'{"shops":[{"id":"S1","colour":"red"}]}',
			/shops\[0\] has "colour", an unknown field. The fields of shop are id, name,.*staff\.$/,
			'f.json',
		],
	])('%s', (_, content, words, name) => {
		expect(() => read(content, name)).toThrow(FileProblem)
		expect(() => read(content, name)).toThrow(words)
	})

	test('of 50 MB, of which nothing is read', () => {
		const file = join(folder, 'large.csv')
		writeFileSync(file, header)
		truncateSync(file, 50 * 1024 * 1024)
		const before = process.memoryUsage().rss
		expect(() => readImportFile(file)).toThrow(/has 50 MB; 32 MB are read at most/)
		expect(process.memoryUsage().rss - before).toBeLessThan(10 * 1024 * 1024)
		expect(() => readImportFile('/dev/zero')).toThrow(/is not a file/)
	})
})

describe('D70: a file as people copy it is read', () => {
	const rows = [
		'kind,shop_id,id,name,type,categories,address,area,city,latitude,longitude,minutes,price_naira,description',
		'shop,s1,,Adé Hair,salon,Hair & Beauty,1 Road,Yaba,Lagos,6.5243793000000004,3.37,,,',
		'service,s1,a,Braids 💇🏾‍♀️,,,,,,,,60,5000,"Long\r\nand short"',
	]

	test('with an emoji, lines in a cell and a place of sixteen digits', () => {
		const { shops, problems } = read(rows.join('\r\n'))
		expect(problems).toEqual([])
		expect(shops[0]?.shop?.values).toMatchObject({ name: 'Adé Hair', latitude: Number('6.5243793000000004') })
		expect(shops[0]?.services[0]?.values).toMatchObject({
			name: 'Braids 💇🏾‍♀️',
			description: 'Long\nand short',
		})
	})

	test('with the line that names its delimiter, and rows counted as the spreadsheet does', () => {
		const file = `sep=;\r\n${rows.join('\r\n').replaceAll(',', ';')}`
		expect(read(file).problems).toEqual([])
		expect(problemOf(file.replace('60;5000', '60;10,00'))).toMatch(/^row 4, price_naira: .*not an amount/)
	})

	test('with marks that show nothing, in a cell and in the name of a column', () => {
		const { shops, problems } = read(
			withCell('name', 'a\u202eda\u0007').replace('kind', '\u200bkind').replace('S1', 'S\u200b1'),
		)
		expect(problems).toEqual([])
		expect(shops[0]?.shop).toMatchObject({ externalId: 'S1', values: { name: 'ada' } })
	})
})

describe('a cell is refused by its row and column', () => {
	test.each([
		['name', '=HYPERLINK("http://x")', /row 2, name: .*begins with =.*formula/],
		['name', '+2348', /begins with \+/],
		['name', '@SUM(A1)', /begins with @/],
		['name', '-1+1', /begins with -/],
		['name', '＝1+1', /begins with ＝.*formula/],
		['name', '\u200b\u3164', /row 2, name: is empty/],
		['name', 'Ad\uFFFD', /lost in another encoding/],
		['name', 'x'.repeat(81), /longer than 80/],
		['name', '', /row 2, name: is empty/],
		['shop_id', 'a b', /is not a valid id/],
		['type', 'garage', /is not one of beauty, salon/],
		['categories', 'Nails; Cars', /is not one of Hair & Beauty/],
		['latitude', '6,5', /not a number of degrees/],
		['latitude', '1e9', /not a number of degrees/],
		['longitude', '181', /not a number of degrees/],
		['phone', '2.348E+12', /shortened by the spreadsheet/],
		['phone', '12', /is not a phone number/],
		['monday', '18:00-09:00', /ends before it starts: hours must end by 24:00/],
		['monday', '09:00-25:00', /not times/],
		['monday', '09:00-13:00, 14:00-18:00', /not times/],
		['account_number', '123456789', /ten digits/],
		['bank_name', 'Kuda', /row 2, account_number: is empty/],
		['minutes', '30', /row 2, minutes: must be empty in a row of kind shop/],
		['kind', 'shops', /"shops" is not one of shop, service/],
	])('%s "%s"', (column, value, words) => {
		expect(problemOf(withCell(column, value))).toMatch(words)
	})

	test.each([
		['minutes', '721', /not a whole number from 5 to 720/],
		['minutes', '1e2', /not a whole number/],
		['price_naira', '99999999', /not an amount in naira up to 10,000,000/],
		['price_naira', '-5', /not an amount/],
		['price_naira', 'free', /not an amount/],
	])('of a service: %s "%s"', (column, value, words) => {
		const cells = { minutes: '60', price_naira: '5000', [column]: value }
		const service = `service,S1,cut,Cut,,,,,,,,,,,,,${cells.minutes},${cells.price_naira},`
		expect(problemOf(`${header}\n${shop}\n${service}`)).toMatch(words)
	})

	test('the same id twice is named with both rows', () => {
		const service = 'service,S1,cut,Cut,,,,,,,,,,,,,60,5000,'
		expect(problemOf(`${header}\n${shop}\n\n${shop}`)).toBe('row 4, shop_id: shop S1 is in row 2 too')
		expect(problemOf(`${header}\n${service}\n${service}`)).toBe(
			'row 3, id: service cut of shop S1 is in row 2 too',
		)
	})
})

describe('a file of shops is read', () => {
	const nameOf = (content: string | Buffer) => read(content).shops[0]?.shop?.values.name

	test('with and without the mark of UTF-8, with semicolons, tabs, and the line ends of every system', () => {
		const accented = shop.replace('Ada', 'Ìyábọ̀ & Sons')
		for (const content of [
			`${header}\n${accented}`,
			`\uFEFF${header}\r\n${accented}\r\n\r\n`,
			`${header}\r${accented}`,
			`${header}\n${accented}`.replaceAll(',', ';'),
			`${header}\n${accented}`.replaceAll(',', '\t'),
		])
			expect(nameOf(content)).toBe('Ìyábọ̀ & Sons'.normalize('NFC'))
	})

	test('money, times and numbers as people write them', () => {
		const { shops, problems } = read(
			[
				'kind;shop_id;id;first_name;monday;tuesday;price_naira;phone',
				'staff;S1;ada;Ada;9-13, 14:30-18;closed;;0803 123 4567',
				'service;S1;cut;;;;₦5,000.50;',
			].join('\n'),
		)
		expect(problems).toEqual([])
		expect(shops[0]?.staff[0]).toMatchObject({
			values: { phone: '+2348031234567' },
			week: [{ dayOfWeek: 1, startMinute: 540, breakStartMinute: 780, breakEndMinute: 870, endMinute: 1080 }],
		})
		expect(shops[0]?.services[0]?.values).toEqual({ priceKobo: 500_050 })
	})

	test('the examples say the same in CSV and in JSON, and the template has every column', () => {
		const csv = readShops(readImportFile('docs/import/example.csv'))
		const json = readShops(readImportFile('docs/import/example.json'))
		expect(csv.problems).toEqual([])
		expect(json.problems).toEqual([])
		const withoutPlaces = JSON.stringify(json.shops, (key, value) => (key === 'place' ? undefined : value))
		expect(csv.shops).toMatchObject(JSON.parse(withoutPlaces))
		expect(readFileSync('docs/import/template.csv', 'utf8').trim()).toBe(allColumns.join(','))
		expect(readImportFile('docs/import/template.csv')).toEqual([])
		const columns = readFileSync('docs/import/README.md', 'utf8')
		expect(allColumns.filter((name) => !columns.includes(`\`${name}\``))).toEqual([])
	})
})

test('O5: a deposit is ₦100 or more, a part of the price, or none', () => {
	expect(deposit('none')).toMatchObject({ depositKind: 'none' })
	expect(deposit('100')).toEqual({ depositKind: 'amount', depositValue: 10_000 })
	expect(deposit('30%')).toEqual({ depositKind: 'percent', depositValue: 30 })
	expect(() => deposit('0.3')).toThrow('less than ₦100')
	expect(() => deposit('99.99')).toThrow('less than ₦100')
})
