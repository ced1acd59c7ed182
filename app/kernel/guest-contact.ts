/**
 * What a guest's bookings are found by: their e-mail; where they have none, the phone number; and one that has
 * neither by itself.
 */
export type GuestContact = { email: string } | { phone: string } | { checkoutId: string }
