import { hashSecretToken, mailedToken } from '#app/domain/identity/secret-token.server.ts'
import { stopLinkId } from '#app/domain/payouts/payout-account.ts'
import { newId } from '#app/kernel/id.server.ts'
import { DAY_MS, HOUR_MS, type Instant } from '#app/kernel/instant.ts'
import { scratchCookieKey } from '#scripts/site/scratch-worker.ts'
import type { Site } from '#scripts/site/site.ts'

/** An account for payouts that is in use, and a newer one that waits, with the token of its link. */
export async function addWaitingAccount(
	{ database }: Pick<Site, 'database'>,
	shopId: string,
	{
		holderName = 'AMAKA OBI',
		usableAt = Date.now() + 40 * HOUR_MS,
	}: { holderName?: string; usableAt?: Instant } = {},
) {
	const accountId = newId()
	const token = mailedToken(scratchCookieKey, stopLinkId(accountId))
	const add = (values: (string | number | null)[]) =>
		database.change(
			`INSERT INTO payout_accounts (id, shop_id, bank_code, bank_name, account_number, holder_name, set_by, confirmed_at, usable_at, stop_token_hash)
				VALUES (?, ?, ?, ?, ?, ?, 'owner', ?, ?, ?)`,
			...values,
		)
	const since = usableAt - 40 * DAY_MS
	await add([`${accountId}-old`, shopId, '044', 'Access Bank', '0000001234', holderName, since, since, null])
	await add([
		...[accountId, shopId, '50211', 'Kuda Bank', '0000005678', holderName],
		...[usableAt - 48 * HOUR_MS, usableAt, hashSecretToken(token)],
	])
	return { accountId, token, link: `/payouts/stop?token=${token}` }
}
