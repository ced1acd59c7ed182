import type { DemoAppointment } from './book-demo-appointments.server.ts'
import { demoClient } from './demo-accounts.ts'
import type { DemoShop } from './demo-shop.ts'
import { demoPeople } from './people.ts'
import type { BookingRows } from './seed-tables.ts'

/** A shop's customers, each since their first booking. */
export function addClientRows(
	rows: BookingRows,
	shop: DemoShop,
	appointments: readonly DemoAppointment[],
): void {
	demoPeople.forEach((person, i) => {
		const bookings = appointments
			.filter((appointment) => appointment.person === i)
			.map((appointment) => appointment.createdAt)
		if (bookings.length === 0) return
		rows.clients.push({
			id: clientId(shop, i),
			shopId: shop.shopId,
			userId: i === demoClient.person ? demoClient.userId : null,
			...person,
			...demoContact(i),
			createdAt: Math.min(...bookings),
		})
	})
}

export function clientId(shop: DemoShop, person: number): string {
	return `${shop.shopId}-client-${asciiName(person).replace('.', '-')}`
}

export function demoContact(person: number): { email: string; phone: string } {
	return { email: `${asciiName(person)}@example.com`, phone: `+2347000000${200 + person}` }
}

/** 'ngozi.ekwueme': a name in ASCII. */
function asciiName(person: number): string {
	const { firstName, lastName } = demoPeople[person] ?? { firstName: 'guest', lastName: String(person) }
	return `${firstName}.${lastName}`
		.normalize('NFD')
		.replace(/[Ɓɓ]/g, 'b')
		.replace(/[Ɗɗ]/g, 'd')
		.replace(/[Ƙƙ]/g, 'k')
		.replace(/[^a-zA-Z.]/g, '')
		.toLowerCase()
}
