import type { DemoSeed } from './demo-shop.ts'
import type { IdentityRows } from './seed-tables.ts'

/** The password of every demo account, which production never has. */
export const demoPassword = 'wakati-demo'

/** `demoPassword` hashed once: this floor knows nothing of hashing. */
const demoPasswordHash =
	'$scrypt$ln=14,r=8,p=5$347NzIc/Utjc2WBibG4epg$cAXy+VYiS3zGhwGgs7jjX4SGnFRQFXJec6AZjcH3/sM'

/** The one of `demoPeople` with an account. */
export const demoClient = { person: 0, userId: 'demo-client', email: 'adaeze.nnamdi@example.com' }

const demoFavorites = ['ade-hair-studio', 'bodija-beauty-lounge', 'eko-dance-and-fitness']

export type DemoAccount = {
	userId: string
	firstName: string
	lastName: string
	email: string
	phone: string
}

export const demoClientAccount: DemoAccount = {
	userId: demoClient.userId,
	firstName: 'Adaeze',
	lastName: 'Nnamdi',
	email: demoClient.email,
	phone: '+2347000000200',
}

/** Other plan holders, so that sessions can be full. */
export const demoMembers: readonly DemoAccount[] = [
	demoMember(1, 'Àṣàkẹ́', 'Ọlátúbọ̀sún', 'asake'),
	demoMember(2, 'Bashir', 'Garba', 'bashir'),
	demoMember(3, 'Chinyere', 'Ọkafọr', 'chinyere'),
	demoMember(4, 'Dọlápọ̀', 'Adébísí', 'dolapo'),
	demoMember(5, 'Ekaette', 'Inyang', 'ekaette'),
	demoMember(6, 'Fúnmiláyọ̀', 'Ògúndípẹ̀', 'funmilayo'),
	demoMember(7, 'Gambo', 'Sani', 'gambo'),
	demoMember(8, 'Ifẹọma', 'Nwankwọ', 'ifeoma'),
	demoMember(9, 'Kúnlé', 'Ṣówándé', 'kunle'),
	demoMember(10, 'Tamara', 'Dokubo', 'tamara'),
]

function demoMember(number: number, firstName: string, lastName: string, mailbox: string): DemoAccount {
	return {
		userId: `demo-member-${number}`,
		firstName,
		lastName,
		email: `${mailbox}.member@example.com`,
		phone: `+234700000${1000 + number}`,
	}
}

/** Its role is not client: the app refuses it after a correct password. */
const demoOwner = { userId: 'demo-owner', email: 'owner@example.com' }

/** One client, other plan holders, and one shop owner. */
export function addAccountRows(rows: IdentityRows, { todayStartsAt, shops }: DemoSeed): void {
	const account = (id: string, email: string) => ({
		id,
		email,
		passwordHash: demoPasswordHash,
		emailVerifiedAt: todayStartsAt,
		createdAt: todayStartsAt,
	})
	for (const { userId, ...contact } of [demoClientAccount, ...demoMembers]) {
		rows.users.push(account(userId, contact.email))
		rows.profiles.push({ id: userId, ...contact, role: 'client' })
	}
	rows.users.push(account(demoOwner.userId, demoOwner.email))
	rows.profiles.push({
		id: demoOwner.userId,
		firstName: 'Tunde',
		lastName: 'Bakare',
		email: demoOwner.email,
		phone: null,
		role: 'shop_owner',
	})
	const favorites = shops.filter(({ shopId }) => demoFavorites.includes(shopId))
	for (const { shopId } of favorites)
		rows.userFavorites.push({
			id: `${demoClient.userId}-${shopId}`,
			userId: demoClient.userId,
			shopId,
			createdAt: todayStartsAt,
		})
}
