import type { IdentityRows } from './identity-tables.ts'
import type { SeedDay } from './seed-day.server.ts'

/** The password of every demo account: they exist in databases that `npm start` fills, never in production. */
export const demoPassword = 'wakati-demo'

/** `demoPassword` hashed once: this floor knows nothing of hashing. */
const demoPasswordHash =
	'$scrypt$ln=14,r=8,p=5$347NzIc/Utjc2WBibG4epg$cAXy+VYiS3zGhwGgs7jjX4SGnFRQFXJec6AZjcH3/sM'

/** Which of `demoPeople` has the account, so that their visits are its own. */
export const demoClient = { person: 0, userId: 'demo-client', email: 'adaeze.nnamdi@example.com' }

/** Somebody whose role is not client: the app refuses them after a correct password. */
const demoOwner = { userId: 'demo-owner', email: 'owner@example.com' }

/** The accounts of the demo data: one client, whose visits are its own, and one shop owner. */
export function addAccountRows(rows: IdentityRows, { todayStartsAt }: SeedDay): void {
	const account = (id: string, email: string) => ({
		id,
		email,
		passwordHash: demoPasswordHash,
		emailVerifiedAt: todayStartsAt,
		createdAt: todayStartsAt,
	})
	rows.users.push(account(demoClient.userId, demoClient.email), account(demoOwner.userId, demoOwner.email))
	rows.profiles.push(
		{
			id: demoClient.userId,
			firstName: 'Adaeze',
			lastName: 'Nnamdi',
			email: demoClient.email,
			phone: '+2347000000200',
			role: 'client',
		},
		{
			id: demoOwner.userId,
			firstName: 'Tunde',
			lastName: 'Bakare',
			email: demoOwner.email,
			phone: null,
			role: 'shop_owner',
		},
	)
}
