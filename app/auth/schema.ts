import * as v from "valibot";
import { requiredSecret, requiredText } from "~/forms/parse-form";

const email = requiredText("Please enter an email");
const password = requiredSecret("Please enter a password");

export const signInSchema = v.object({ email, password });

export const signUpSchema = v.pipe(
  v.object({
    email,
    password,
    confirmPassword: requiredSecret("Please enter your password again"),
  }),
  v.forward(
    v.partialCheck(
      [["password"], ["confirmPassword"]],
      ({ password, confirmPassword }) => password === confirmPassword,
      "This doesn't match your password",
    ),
    ["confirmPassword"],
  ),
);
