/** In its words it may be named: Paystack. Here it may not. */
export const receiptWords = 'Paid online with Paystack'
