import { expect, test } from "vitest";
import { CLOUD_ENVIRONMENTS, chooseEnvironment } from "./environments.ts";

test("an environment has to be chosen from those there are", () => {
  expect(chooseEnvironment("staging", CLOUD_ENVIRONMENTS)).toBe("staging");
  expect(() => chooseEnvironment(undefined, CLOUD_ENVIRONMENTS)).toThrow(
    "No environment given. Add --env staging or --env production",
  );
  expect(() => chooseEnvironment("prod", CLOUD_ENVIRONMENTS)).toThrow('Unknown environment "prod"');
});
