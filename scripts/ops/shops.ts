import { setBankAccount } from '#app/flows/shop/set-bank-account.server.ts'
import { accountNumber, CellProblem, words } from '#scripts/shop-import/cells.ts'
import { allWell, type OpsCommand, refusedResult, UsageProblem } from './ops-command.ts'
import { NO_ANSWER, operatorRepositories } from './ops-environment.ts'
import { noSuchShop } from './typed-reference.ts'

const PAGE = 100

export const shopsList: OpsCommand = {
	name: 'shops list',
	summary: 'lists shops with their ids, a hundred at a time',
	places: [],
	options: {
		like: { type: 'string', about: 'only shops with this in their name, area or city' },
		after: { type: 'string', about: 'starts after this id' },
	},
	about:
		'Reads DATABASE_URL and DATABASE_AUTH_TOKEN; with APP_ORIGIN, it also gives the page where each shop can print its QR code.',
	async run({ options: { like = '', after = '' }, env }) {
		const shops = await operatorRepositories(env).shopLists.shopsLike(String(like), {
			after: String(after),
			limit: PAGE,
		})
		const last = shops.length === PAGE ? shops.at(-1)?.id : undefined
		return allWell({ shops, next: last ?? null }, [
			...shops.map(({ id, externalId, slug, name, area, city, isListed }) =>
				[
					id,
					externalId ?? '-',
					slug ?? '-',
					`${name}, ${area}, ${city}`,
					...(isListed ? [] : ['(not listed)']),
					...(slug && isListed && env.APP_ORIGIN ? [`${env.APP_ORIGIN}/s/${slug}/qr`] : []),
				]
					.join('  ')
					.trimEnd(),
			),
			...(last ? [`More: --after ${last}`] : []),
			...(shops.length === 0 ? ['No shops.'] : []),
		])
	},
}

export const shopBankAccount: OpsCommand = {
	name: 'shop bank-account',
	summary: 'with --apply, sets the bank account that a shop’s customers send transfers to',
	places: ['shop'],
	options: {
		bank: { type: 'string', about: 'the bank’s name' },
		number: { type: 'string', about: 'ten digits' },
		holder: { type: 'string', about: 'the account name' },
		apply: { type: 'boolean', about: 'writes it; without it, nothing is written' },
	},
	about:
		'Before you change it, call the shop on a number you already know: a request by email may not come from the shop. The change is recorded, and the shop is told by email. Reads DATABASE_URL and DATABASE_AUTH_TOKEN.',
	async run({ places: [name = ''], options, env, now }) {
		const bankAccount = {
			bankName: given('bank', options.bank, words(60)),
			accountNumber: given('number', options.number, accountNumber),
			accountName: given('holder', options.holder, words(80)),
		}
		const deps = operatorRepositories(env)
		const shop = await deps.shopLists.shopCalled(name)
		if (!shop) return noSuchShop
		const account = `${bankAccount.bankName} ${bankAccount.accountNumber}, ${bankAccount.accountName}`
		if (options.apply !== true)
			return allWell({ shopId: shop.id, isApplied: false }, [
				`Customers of ${shop.name} would send transfers to ${account}.`,
				`${shop.email ? `${shop.email} would be told.` : 'The shop has no email address, so it would not be told.'} Nothing was written. Add --apply to do it.`,
			])
		const set = await setBankAccount(deps, { shop, bankAccount, now })
		if (!set.ok) return refusedResult(set.refusal, NO_ANSWER)
		return allWell({ shopId: shop.id, isApplied: true }, [
			`Customers of ${shop.name} send transfers to ${account}.`,
		])
	},
}

function given(name: string, value: string | boolean | undefined, read: (text: string) => string): string {
	try {
		if (typeof value === 'string' && value !== '') return read(value)
	} catch (error) {
		if (error instanceof CellProblem) throw new UsageProblem(`--${name} "${value}" ${error.message}.`)
		throw error
	}
	throw new UsageProblem(`--${name} is missing.`)
}
