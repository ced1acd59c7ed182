import type { ReaderWords } from '#app/domain/booking/booking-wording.ts'
import { staffPath, stepPath } from '#app/kernel/booking-paths.ts'

/** Why a service, or the person for it, cannot be had. */
export const serviceRefusals = {
	service_not_offered: {
		customer: {
			title: 'Service Error',
			text: 'Unable to validate service: it is no longer offered. Please choose another one.',
			status: 422,
			nextStep: { label: 'Choose another service', path: stepPath('service-selection') },
		},
		shop: 'This service is no longer offered.',
	},
	add_on_not_offered: {
		shop: 'This add-on is no longer offered.',
	},
	listed_twice: {
		shop: 'Choose each service and add-on only once.',
	},
	staff_not_available: {
		customer: {
			title: 'Invalid Selection',
			text: 'This staff member is not available for the service. Please choose another one.',
			status: 422,
			nextStep: { label: 'Choose someone else', path: staffPath },
		},
		shop: 'This staff member doesn’t offer these services.',
	},
	staff_does_it_already: {
		shop: 'This visit is already with this staff member.',
	},
	too_many_services: {
		customer: {
			title: 'Service not added',
			text: 'A visit can have up to four services. Please book the others separately.',
			status: 422,
		},
	},
} satisfies Record<string, ReaderWords>

export type ServiceRefusal = keyof typeof serviceRefusals
