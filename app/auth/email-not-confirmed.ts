/** GoTrue's code for a sign-in before the address is confirmed; the page then shows “Check your inbox”. */
export const EMAIL_NOT_CONFIRMED = "email_not_confirmed";
