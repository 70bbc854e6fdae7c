/** For tests: what the Management API tells of a project that is set as supabase/config.toml has it. */
export const GOOD_AUTH_SETTINGS = {
  site_url: "https://staging.example.com",
  hook_custom_access_token_enabled: true,
  hook_custom_access_token_uri: "pg-functions://postgres/public/add_two_step_claim",
  disable_signup: false,
  external_anonymous_users_enabled: false,
  external_google_enabled: true,
  external_github_enabled: true,
  mailer_autoconfirm: false,
  mailer_secure_email_change_enabled: true,
  security_update_password_require_reauthentication: false,
  password_min_length: 8,
  refresh_token_rotation_enabled: true,
  jwt_exp: 3_600,
  mfa_totp_enroll_enabled: true,
  mfa_totp_verify_enabled: true,
  smtp_host: "smtp.example.com",
} as const;
