import type { BankAccount } from '#app/domain/payments/provider-transfer.ts'
import {
	isPayoutAccountWaiting,
	type PayoutAccount,
	type PayoutAccounts,
	payoutAccountLabel,
} from '#app/domain/payouts/payout-account.ts'
import type { Settings } from '#app/env.server.ts'
import {
	lookUpAsOperator,
	type SetPayoutAccountInput,
	setPayoutAccount,
} from '#app/flows/payouts/set-payout-account.server.ts'
import { stopPayoutAccount } from '#app/flows/payouts/stop-payout-account.server.ts'
import { momentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { bankByCode, nigerianBanks } from '#app/kernel/nigerian-banks.ts'
import type { WriteFailure } from '#app/kernel/write-batch.server.ts'
import { DEFAULT_ZONE } from '#app/kernel/zone.server.ts'
import { openOutsideServices } from '#app/outside-services.server.ts'
import { StartProblem } from '#scripts/local/start-problem.ts'
import { accountNumber, CellProblem } from '#scripts/shop-import/cells.ts'
import {
	allWell,
	type OpsCommand,
	type OpsInput,
	type OpsResult,
	refusedResult,
	UsageProblem,
} from './ops-command.ts'
import { NO_ANSWER, operatorRepositories, readInstallation, refusedWith } from './ops-environment.ts'
import { noSuchShop } from './typed-reference.ts'

type Refusal = Exclude<Awaited<ReturnType<typeof setPayoutAccount>>, { ok: true }>['refusal']

const refusalWords: Record<Exclude<Refusal, WriteFailure>, string> = {
	account_not_resolved: 'The bank does not know this account. Check --bank and --number.',
	bank_silent: 'Paystack did not answer. Nothing was written. Run it again.',
	too_many_account_tries: 'Too many accounts were looked up. Nothing was written.',
	holder_differs: 'The bank gives another name for this account than --holder. Nothing was written.',
	account_set_meanwhile: 'The account was changed meanwhile. Nothing was written. Run it again.',
	account_needs_email: 'The shop has no email. Nothing was written.',
	account_by_operator: 'Paystack cannot be asked without PAYSTACK_SECRET_KEY: give the name with --holder.',
}

export const payoutAccount: OpsCommand = {
	name: 'payout-account',
	summary: 'shows the bank account that a shop is paid to; with --apply, sets or stops it',
	places: ['shop'],
	options: {
		bank: { type: 'string', about: 'Paystack’s code of the bank, such as 044' },
		number: { type: 'string', about: 'ten digits' },
		holder: { type: 'string', about: 'the account name, where Paystack cannot be asked for it' },
		stop: { type: 'boolean', about: 'stops the newest account: the one before it counts again' },
		apply: { type: 'boolean', about: 'writes it; without it, nothing is written' },
	},
	about:
		'Before you change it, call the shop on a number you already know: a request by email may not come from the shop. The name is the bank’s own, asked of Paystack; compare it with the shop’s. A shop’s first account counts at once, each later one after 48 hours, in which nothing is paid and the shop can stop it by the link in the email. Safe to run twice. Reads DATABASE_URL and DATABASE_AUTH_TOKEN, and to change an account COOKIE_KEYS, APP_ORIGIN and PAYSTACK_SECRET_KEY.',
	async run({ places: [name = ''], options, env, now }) {
		const requested = accountOption(options)
		if (requested && options.stop === true) throw new UsageProblem('Give --bank and --number, or --stop.')
		const deps = operatorRepositories(env)
		const shop = await deps.shopLists.shopCalled(name)
		const stored = shop && (await deps.payouts.accounts.accountsOf(shop.id))
		if (!shop || !stored) return noSuchShop
		const isApplied = options.apply === true
		if (options.stop === true) return stopNewest(deps, { shop, stored, isApplied, now })
		if (!requested) return shown(shop, stored, now)
		const settings = readSettingsIfAny(env)
		const provider = (settings && openOutsideServices({}, settings).onlinePayments?.provider) ?? null
		const linkKey = settings?.cookieKeys[0]
		const [inForce] = stored.accounts
		const isThere =
			inForce?.bankCode === requested.bankCode && inForce.accountNumber === requested.accountNumber
		if (isApplied && !stored.isFirst && !isThere && linkKey === undefined)
			throw new StartProblem('Set COOKIE_KEYS to the keys of the app: they make the link in the mail.')
		const holderName = typeof options.holder === 'string' ? options.holder : undefined
		const change: SetPayoutAccountInput = {
			...{ shop, account: requested, now },
			...(holderName && { holderName }),
			seenId: inForce?.accountId ?? null,
			by: { setBy: 'operator' },
			linkKey: linkKey ?? '',
		}
		if (!isApplied) {
			const found = await lookUpAsOperator({ ...deps, provider }, change)
			return found.ok
				? allWell({ shopId: shop.id, holderName: found.value.holderName, isApplied: false }, [
						`${shop.name} would be paid to ${formatBankAccount(requested)}, ${found.value.holderName}${stored.isFirst ? '' : ', in 48 hours'}.`,
						'Nothing was written. Add --apply to do it.',
					])
				: refusedWith(found.refusal, refusalWords)
		}
		const set = await setPayoutAccount({ ...deps, provider }, change)
		if (!set.ok) return refusedWith(set.refusal, refusalWords)
		const { account, isNew } = set.value
		return allWell({ shopId: shop.id, isApplied: isNew, account: accountData(account) }, [
			formatAccount(shop.name, account, now),
			...(isNew ? [] : ['It was so before: nothing was written.']),
		])
	},
}

function shown(shop: { id: string; name: string }, stored: PayoutAccounts, now: Instant): OpsResult {
	const [inForce, before] = stored.accounts
	return allWell(
		{
			shopId: shop.id,
			accounts: stored.accounts.map(accountData),
			heldUntil: instantOrNull(stored.heldUntil),
		},
		[
			inForce ? formatAccount(shop.name, inForce, now) : `${shop.name} has no account for payouts.`,
			...(inForce && before && isPayoutAccountWaiting(inForce, now)
				? [`Before it: ${payoutAccountLabel(before)}, ${before.holderName}. Nothing is paid to it meanwhile.`]
				: []),
			...(stored.heldUntil > now
				? [
						`Payouts wait until ${momentLabelAt(DEFAULT_ZONE, stored.heldUntil)}: its email or phone was changed.`,
					]
				: []),
		],
	)
}

async function stopNewest(
	deps: ReturnType<typeof operatorRepositories>,
	{
		shop,
		stored,
		isApplied,
		now,
	}: { shop: { id: string; name: string }; stored: PayoutAccounts; isApplied: boolean; now: Instant },
): Promise<OpsResult> {
	const [inForce, before] = stored.accounts
	const then = before
		? `${payoutAccountLabel(before)}, ${before.holderName}, counts again.`
		: `${shop.name} has no account then.`
	if (!inForce) return allWell({ shopId: shop.id, isApplied }, [`${shop.name} has no account to stop.`])
	if (!isApplied)
		return allWell({ shopId: shop.id, isApplied: false }, [
			`${payoutAccountLabel(inForce)} would be stopped. ${then}`,
			'Nothing was written. Add --apply to do it.',
		])
	const { accountId } = inForce
	const stopped = await stopPayoutAccount(deps, { accountId, by: { stoppedBy: 'operator' }, now })
	if (!stopped.ok) return refusedResult(stopped.refusal, NO_ANSWER)
	return allWell({ shopId: shop.id, isApplied: true }, [`${payoutAccountLabel(inForce)} is stopped. ${then}`])
}

function formatAccount(shopName: string, account: PayoutAccount, now: Instant): string {
	const from = momentLabelAt(DEFAULT_ZONE, account.usableAt)
	const when = isPayoutAccountWaiting(account, now) ? `in use from ${from}` : `in use since ${from}`
	return `${shopName} is paid to ${payoutAccountLabel(account)}, ${account.holderName}, set by the ${account.setBy}, ${when}.`
}

function accountData({ accountNumber: number, confirmedAt, usableAt, ...account }: PayoutAccount) {
	return {
		...account,
		lastDigits: number.slice(-4),
		confirmedAt: new Date(confirmedAt).toISOString(),
		usableAt: new Date(usableAt).toISOString(),
	}
}

function instantOrNull(at: Instant): string | null {
	return at === 0 ? null : new Date(at).toISOString()
}

function formatBankAccount({ bankCode, accountNumber: number }: BankAccount): string {
	return `${bankByCode(bankCode)?.name ?? bankCode} ${number}`
}

/** Null where none is named. */
function accountOption(options: OpsInput['options']): BankAccount | null {
	const { bank, number, holder, stop, apply } = options
	if (bank === undefined && number === undefined) {
		if (holder !== undefined || (apply === true && stop !== true))
			throw new UsageProblem('--bank and --number are missing.')
		return null
	}
	if (typeof bank !== 'string' || !bankByCode(bank))
		throw new UsageProblem(
			`--bank is one of: ${nigerianBanks.map(({ code, name }) => `${code} ${name}`).join(', ')}.`,
		)
	try {
		return { bankCode: bank, accountNumber: accountNumber(String(number ?? '').trim()) }
	} catch (error) {
		if (error instanceof CellProblem) throw new UsageProblem(`--number "${number}" ${error.message}.`)
		throw error
	}
}

/** The installation's settings, where one of links or Paystack is present; else null. */
function readSettingsIfAny(env: NodeJS.ProcessEnv): Settings | null {
	return env.COOKIE_KEYS || env.PAYSTACK_SECRET_KEY ? readInstallation(env) : null
}
