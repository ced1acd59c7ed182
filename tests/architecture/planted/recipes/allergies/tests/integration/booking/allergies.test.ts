import { expect, test } from 'vitest'
import { shownAppointmentAnswer } from '#app/api/appointment-fields.server.ts'
import { checkoutFormSchema } from '#app/domain/booking/checkout/checkout-form.server.ts'
import { bookingNoteNames, shownNotes } from '#app/kernel/booking-notes.ts'
import { DAY_MS } from '#app/kernel/instant.ts'
import { addSignedInPerson } from '#tests/support/accounts.ts'
import { newContact, ten, withBookingDesk } from '#tests/support/booking-desk.ts'

const desk = withBookingDesk('allergies')
const { database, clock, newShop, newGuest } = desk

test('allergies go from checkout to the desk, the API and the export, and are erased', async () => {
	const shop = await newShop()
	const contact = newContact()
	const guest = await newGuest(contact).begin(shop.idOf('cut'))
	await guest.hold(ten)
	const said = { visitorName: '', customerNote: '', allergies: 'Latex' }
	const form = checkoutFormSchema.parse({ allergies: said.allergies })
	expect(form.allergies).toBe('Latex')
	expect(checkoutFormSchema.safeParse({ allergies: 'x'.repeat(201) }).success).toBe(false)
	expect(bookingNoteNames).toEqual(['visitorName', 'customerNote', 'allergies'])

	const booked = await guest.book({}, { bookingNotes: said })
	if (!booked.ok) throw new Error(booked.refusal)
	const { appointmentId } = booked.value
	const kept = (table: string) =>
		database().rows(`SELECT allergies FROM ${table} WHERE visitor_name IS NULL OR visitor_name = ''`)
	for (const table of ['drafts', 'checkouts', 'appointments'])
		expect(await kept(table)).toEqual([{ allergies: 'Latex' }])

	const seen = await desk.deps.booking.appointmentViews.appointmentToMail(appointmentId, clock.now)
	if (!seen) throw new Error('no visit')
	expect(shownNotes(seen.bookingNotes, 'desk')).toEqual([{ label: 'Allergies', text: 'Latex' }])
	expect(shownNotes(seen.bookingNotes, 'customer')).toEqual([{ label: 'Your allergies', text: 'Latex' }])
	expect(shownAppointmentAnswer(seen)).toMatchObject({ allergies: 'Latex', customer_note: null })

	const { userId, actor } = await addSignedInPerson(database(), { at: clock.now, passwordHash: 'none' })
	await database().change('UPDATE clients SET user_id = ?', userId)
	expect(await desk.deps.booking.ownData.exportAppointments(actor)).toMatchObject([{ allergies: 'Latex' }])
	await database().change('UPDATE clients SET user_id = NULL')
	const whenItIsOver = clock.now + 30 * DAY_MS
	await desk.deps.writeBatch(desk.deps.booking.people.forgetGuest({ email: contact.email }, whenItIsOver))
	for (const table of ['checkouts', 'appointments']) expect(await kept(table)).toEqual([{ allergies: null }])
})
