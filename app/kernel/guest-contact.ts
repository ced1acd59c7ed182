/** What finds a guest's bookings: the e-mail, else the phone number, else the one checkout. */
export type GuestContact = { email: string } | { phone: string } | { checkoutId: string }
