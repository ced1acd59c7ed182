import { holdAll } from '#app/flows/booking/hold-all.server.ts'

export const onAppointmentBooked = () => holdAll
